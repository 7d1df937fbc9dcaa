import Testing
import TraceModel

/// What kinds of events are called.
@Suite(.tags(.small)) struct EventKindTests {
  @Test(arguments: EventKind.allCases)
  func `a kind is called as its case, with a dot after the family`(_ kind: EventKind) throws {
    // Tests are built with the names of cases; an app may be built without.
    let label = "\(kind)"
    guard kind != .unknown else { return #expect(kind.name.isEmpty) }
    let split = try #require(label.firstIndex { $0.isUppercase })
    let rest = label[split...]
    #expect(kind.name == label[..<split] + "." + rest.prefix(1).lowercased() + rest.dropFirst())
    #expect(kind.family == label[..<split])
  }

  @Test func `a set goes through its kinds in the order of the vocabulary, and through no others`() {
    let all = EventKind.allCases
    for kind in all { #expect(KindSet([kind]).kinds == [kind]) }
    #expect(KindSet(all).kinds == all && KindSet().kinds.isEmpty)
    #expect(KindSet(all.reversed().filter { $0.rawValue % 3 == 0 }).kinds == all.filter { $0.rawValue % 3 == 0 })
    #expect(KindSet(bits: .max).kinds == all, "bits that no kind has")
  }
}
