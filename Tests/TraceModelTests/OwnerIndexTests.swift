import Testing
import TraceModel

@Suite(.tags(.small)) struct OwnerIndexTests {
  private static let names = ["", "1", "2", "3"]
  private static let owners = names.flatMap { device in
    names.flatMap { app in
      names.map { LaunchOwner(device: device, app: app, appVersion: $0, appBuild: "", format: "") }
    }
  }

  @Test func `the owners that agree with one are found as by looking at each, also after they were filled`() {
    var index = OwnerIndex()
    #expect(index.indices(agreeingWith: LaunchOwner()).isEmpty)
    for (number, owner) in Self.owners.enumerated() {
      index.append(owner)
      // Each third one gets what another knows that does not conflict with it.
      let place = number / 3
      let other = Self.owners[(7 * number) % Self.owners.count]
      if number % 3 == 0, !index.owners[place].conflicts(with: other) { index.fill(place, from: other) }
      for sought in Self.owners {
        let expected = index.owners.indices.filter { !index.owners[$0].conflicts(with: sought) }
        #expect(index.indices(agreeingWith: sought) == expected)
      }
    }
    #expect(index.owners != Self.owners)
  }
}
