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

  @Test func `a word that is far too long has no suggestion`() {
    let names = (0..<200).map { "scene.willDeactivate\($0)" }
    // To measure how far it is from each would take hours.
    #expect(Suggestion.nearest(to: String(repeating: "x", count: 10_000_000), among: names) == nil)
    #expect(Suggestion.nearest(to: "scene.wilDeactivate7", among: names) == "scene.willDeactivate7")
  }
}
