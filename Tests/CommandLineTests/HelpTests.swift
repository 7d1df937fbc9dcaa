import Foundation
import Testing
import TraceModel

@testable import tracetool

@Suite(.tags(.small)) struct HelpTests {
  @Test(arguments: ["overview"] + CommandList.names)
  func `a page shows examples, then arguments, then options with their defaults`(_ name: String) throws {
    let page = name == "overview" ? HelpPage().overview : try Self.page(name)
    try KeptText.expect(page, in: "Tests/Help/\(name).txt")
  }

  @Test func `it takes six steps from an iPhone to the first finding`() throws {
    let steps = try Self.page("recording").split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(steps.map { String($0.prefix(2)) } == ["1.", "2.", "3.", "4.", "5.", "6."])
    #expect(steps[4] == "5. tracetool check traces/" && steps[5].hasPrefix("6. tracetool show "))
  }

  @Test func `each exit code stands in its topic`() throws {
    #expect(
      try Self.page("exit-codes") == """
        Exit codes:
          0    no error, and no finding that fails the command.
          1    what '--fail-on' names: certain findings ('check'), slower launches
               ('compare').
          2    the command line, the SQL in it or the configuration is wrong.
          3    the data cannot answer: no event, no known event, no launch selected, too
               many rejected records or unknown names, a source not read to its end.
          4    an input, the configuration, the output or the store cannot be read or
               written.
          70   a bug in tracetool.
          130  interrupted (Ctrl-C).
          141  the program that reads the output has ended.
          143  terminated by a signal.

        The codes do not depend on the output format. A finding that fails a check gives
        1 even if something else could not be judged; the last lines of a check report
        both. A comparison without a verdict gives 3 only with '--fail-on undecided';
        one with nothing on both sides but findings always does.

        """)
  }

  /// The page that `tracetool help NAME` prints.
  static func page(_ name: String) throws -> String {
    var command = HelpCommand(Defaults())
    command.name = name
    return try command.page()
  }

  @Test(arguments: [
    (
      "wach",
      "'wach' is neither a command nor a topic; 'tracetool help' lists both"
    ),
    ("prune", "'tracetool help store' describes 'store prune'"),
    ("chekc", "'chekc' is neither a command nor a topic; did you mean 'check'?"),
    ("exit-code", "'exit-code' is neither a command nor a topic; did you mean 'exit-codes'?"),
  ])
  func `help for something unknown names what is near`(_ name: String, _ message: String) {
    #expect { try Self.page(name) } throws: { error in
      (error as? Failure)?.code == .usage && (error as? Failure)?.description == message
    }
  }

  @Test func `pages fit 80 columns`() throws {
    let topics = HelpTopic.all.map(\.name)
    #expect(CommandList.names.count >= 8 && topics.count >= 3)
    for name in CommandList.names + topics {
      let lines = try Self.page(name).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count > 3 && lines.last == "", "\(name)")
      for line in lines { #expect(line.count <= 80 && line.last != " ", "\(name): \(line)") }
    }
    for line in HelpPage().overview.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: CommandList.names)
  func `what a command declares is one word or one sentence, and nothing is declared twice`(_ name: String) throws {
    let command = try #require(CommandList.command(name))
    try Self.checkDeclarations(of: command)
  }

  private static func checkDeclarations<C: Command>(of command: C.Type) throws {
    #expect(C.summary.hasSuffix("."))
    #expect(!C.examples.isEmpty && C.examples.allSatisfy { $0.explanation.hasSuffix(".") })
    let names = C.allOptions.map(\.name)
    #expect(Set(names).count == names.count)
    for option in C.allOptions {
      #expect(option.name.wholeMatch(of: /--[a-z]+(-[a-z]+)*/) != nil)
      let help = option.help(for: C(Defaults()))
      #expect(help.first?.isUppercase == true && help.hasSuffix(".") && !help.hasSuffix(".."), "\(help)")
      // Whatever the value: it is read, or the command line is wrong.
      var command = C(Defaults())
      do { try option.store("x", in: &command) } catch let failure as Failure { #expect(failure.code == .usage) }
    }
  }

  @Test func `a check has at most 36 options, and all commands together 58`() {
    func names<C: Command>(_ command: C.Type) -> [String] { C.allOptions.map(\.name) }
    let all = Set(CommandList.all.flatMap { names($0) })
    #expect(names(CheckCommand.self).count <= 36 && all.count <= 58, "\(all.count): \(all.sorted())")
  }

  @Test(arguments: CommandList.names)
  func `the options of a command itself fit one screen`(_ name: String) throws {
    var command = HelpCommand(Defaults())
    command.name = name
    command.isBrief = true
    let lines = try command.page().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 45 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
  }

  @Test func `all commands and their own options fit 3 kB`() throws {
    var command = HelpCommand(Defaults())
    command.isBrief = true
    let page = try command.page()
    try KeptText.expect(page, in: "Tests/Help/brief.txt")
    #expect(page.utf8.count < 3000, "\(page.utf8.count)")
    func own<C: Command>(_ command: C.Type) -> [String] { C.options.flatMap(\.own).map(\.name) }
    for name in CommandList.all.flatMap({ [$0.name] + own($0) }) { #expect(page.contains(name), "\(name)") }
    #expect(try ParsingTests.command("help --brief") is HelpCommand)
  }

  @Test func `the page for agents is short, and its commands can be typed`() throws {
    let path = "\(Built.project)/.github/skills/tracetool/SKILL.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 120 })
    let line = /(?:^ {7}|`)(tracetool [a-z][^`\n]*)/.anchorsMatchLineEndings()
    let commands = page.matches(of: line).map { String($0.1) }
    #expect(commands.count >= 10)
    for command in commands {
      _ = try ParsingTests.command(String(command.dropFirst("tracetool ".count)))
    }
  }

  @Test(arguments: [80, 60, 40])
  func `pages fit their window, and no word is cut`(_ width: Int) throws {
    for name in CommandList.names + HelpTopic.all.map(\.name) {
      var command = HelpCommand(Defaults())
      command.name = name
      let whole = try command.page().split(whereSeparator: \.isWhitespace)
      let page = try command.page(width: width)
      #expect(page.split(whereSeparator: \.isWhitespace) == whole, "\(name)")
      for line in page.split(separator: "\n") where line.count > width {
        // A command to be copied, or a word that is longer than the window.
        let isCommand = line.contains("tracetool ") || line.contains("xcrun ") || line.contains("\\")
        let words = line.split(separator: " ")
        #expect(isCommand || words.count <= 2 || line.first == " ", "\(name): \(line)")
      }
    }
  }

  @Test(arguments: CommandList.names)
  func `every example is a line that can be typed`(_ name: String) throws {
    let command = try #require(CommandList.command(name))
    for example in command.examples {
      let line = example.line.split(separator: " <")[0]
      let parsed = try ParsingTests.command(String(line))
      #expect(type(of: parsed) == command, "\(example.line)")
    }
  }
}
