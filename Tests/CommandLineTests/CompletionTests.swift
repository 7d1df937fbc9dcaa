import Testing

@testable import tracetool

/// `Tests/Shells/complete.py` tries the same scripts in real shells.
@Suite(.tags(.small)) struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `a script has every command, every option and every word that is known beforehand`(_ shell: Shell) {
    let script = shell.completions.script(for: CommandSyntax.all)
    #expect(CommandSyntax.all.count == CommandList.all.count)
    for command in CommandSyntax.all {
      #expect(script.contains(command.name))
      for option in command.options {
        // fish takes names without their dashes.
        let name = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(name), "\(command.name) \(option.name)")
        for word in Self.words(option.completion) { #expect(script.contains(word), "\(option.name) \(word)") }
      }
      for word in command.words.flatMap({ Self.words($0.completion) }) {
        #expect(script.contains(word), "\(command.name) \(word)")
      }
    }
  }

  @Test func `an option offers what its value can be`() throws {
    let check = try #require(CommandSyntax.all.first { $0.name == "check" })
    let offered = Dictionary(uniqueKeysWithValues: check.options.map { ($0.name, $0.completion) })
    #expect(offered["--fail-on"] == .oneOf(["error", "warning", "note", "never"]))
    #expect(offered["--store"] == .path)
    #expect(offered["--launch"] == .unknown)
    #expect(offered["--quiet"] == .unknown)
    #expect(Self.words(offered["--also"] ?? .unknown).contains("sarif="))
    #expect(Self.words(offered["--budget"] ?? .unknown).contains("background.assertion="))
    guard case .listOf(let rules) = offered["--rule"] else {
      Issue.record("--rule takes a list")
      return
    }
    #expect(rules.contains("order.scene"))
  }

  @Test func `signs of a shell in a help text are quoted`() {
    let help = "It's [one]: \\ two."
    let flag = CommandSyntax.Flag(name: "--made", valueName: nil, help: help, completion: .unknown)
    var syntax = CommandSyntax(of: VersionCommand.self)
    syntax.groups = [CommandSyntax.Group(title: "Made", options: [flag])]
    #expect(ZshCompletions.script(for: [syntax]).contains("'*--made[It'\\''s \\[one\\]\\: \\\\ two.]'"))
    #expect(FishCompletions.script(for: [syntax]).contains("-d 'It\\'s [one]: \\\\ two.'"))
  }

  @Test func `no line of the manual page is a request by accident`() {
    let requests = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".I"]
    for line in ManualPage.text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    for command in CommandList.all { #expect(ManualPage.text.contains("\n.SS \(command.name)\n")) }
  }

  private static func words(_ completion: Completion) -> [String] {
    switch completion {
    case .oneOf(let words), .listOf(let words), .beginnings(let words): words
    case .path, .unknown: []
    }
  }
}
