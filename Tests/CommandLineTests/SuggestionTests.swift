import Testing

@testable import tracetool

@Suite(.tags(.small)) struct SuggestionTests {
  @Test(arguments: [
    (["ingest", "logs/a-1.jsonl", "été"], "ingest logs/a-1.jsonl été"),
    (["--map", "event=a name", ""], "--map 'event=a name' ''"), (["it's"], #"'it'\''s'"#),
  ])
  func `a command line is quoted for a shell`(_ words: [String], _ line: String) {
    #expect(Suggestion.command(words) == line)
  }

  @Test(arguments: [
    (["--all", "logs/"], ["logs/"]),
    (["--rule", "order.*", "--budget", "launch=1s", "logs/"], ["--budget", "launch=1s", "logs/"]),
    (["--where=kind=cold", "--from=ndjson", "logs/", "--quiet"], ["--from=ndjson", "logs/"]),
    (
      ["--store", "a.db", "--format", "text", "--include", "simulator"], ["--store", "a.db", "--include", "simulator"]
    ),
  ])
  func `a finding is shown with the words that say what is read and how it is judged`(
    _ words: [String], _ kept: [String]
  ) {
    #expect(Suggestion.inputWords(words, of: CheckCommand.allOptions) == kept)
  }

  @Test func `an option of check that show does not have is for listing`() throws {
    let shown = Set(ShowCommand.allOptions.map(\.name))
    let checked = CheckCommand.allOptions.filter { !shown.contains($0.name) }
    try #require(!checked.isEmpty)
    for option in checked { #expect(option.isForListing, "\(option.name)") }
  }

  @Test func `a word that is far too long has no suggestion`() {
    let names = (0..<200).map { "scene.willDeactivate\($0)" }
    // To measure how far it is from each would take hours.
    #expect(Suggestion.nearest(to: String(repeating: "x", count: 10_000_000), among: names) == nil)
    #expect(Suggestion.nearest(to: "scene.wilDeactivate7", among: names) == "scene.willDeactivate7")
  }
}
