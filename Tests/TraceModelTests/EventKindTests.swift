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

  @Test(arguments: EventKind.allCases.dropFirst())
  func `a kind that UIKit posts a notification for is read under its name, and no other has one`(_ kind: EventKind) {
    let isPosted = EventNames.meanings.values.contains { $0.kind == kind && $0.eventSource == .notification }
    #expect(isPosted == (kind.notificationName != nil))
    guard let name = kind.notificationName else { return }
    let meaning = EventNames.meaning(of: name)
    #expect(meaning?.kind == kind && meaning?.eventSource == .notification, "\(name)")
    let type = kind.family == "scene" ? "UIScene" : "UIApplication"
    #expect(name.hasPrefix(type))
  }

  @Test(arguments: Field.allCases)
  func `a field is called as its case`(_ field: Field) { #expect(field.name == "\(field)") }

  @Test func `a set goes through its kinds in the order of the vocabulary, and through no others`() {
    let all = EventKind.allCases
    for kind in all { #expect(KindSet([kind]).kinds == [kind]) }
    #expect(KindSet(all).kinds == all && KindSet().kinds.isEmpty)
    #expect(KindSet(all.reversed().filter { $0.rawValue % 3 == 0 }).kinds == all.filter { $0.rawValue % 3 == 0 })
    #expect(KindSet(bits: .max).kinds == all, "bits that no kind has")
  }
}
