/// Owners of launches, among which those that agree with another one are found without looking at each.
///
/// A count as launch id may name a launch of each of thousands of devices, apps or versions.
public struct OwnerIndex: Sendable {
  /// The owners, in the order in which they were added.
  public private(set) var owners: [LaunchOwner] = []
  /// By part of an owner, as the device, and by what that is: the places of the owners that name it, and under an empty
  /// text of those that named none when they were added.
  private var places = [[String: [Int]]](repeating: [:], count: LaunchOwner().fields.count)

  /// An index of no owners.
  public init() {}

  /// Adds an owner behind the others.
  public mutating func append(_ owner: LaunchOwner) {
    for (part, name) in owner.fields.enumerated() { places[part][name, default: []].append(owners.count) }
    owners.append(owner)
  }

  /// Adds to the owner at a place what another knows beside it.
  public mutating func fill(_ place: Int, from other: LaunchOwner) {
    let known = owners[place].fields
    owners[place] = owners[place].filled(from: other)
    for (part, name) in owners[place].fields.enumerated() where name != known[part] {
      places[part][name, default: []].append(place)
    }
  }

  /// The places of the owners that do not conflict with this one, rising.
  public func places(agreeingWith owner: LaunchOwner) -> [Int] {
    var few: [Int]?
    for (part, name) in owner.fields.enumerated() where !name.isEmpty {
      let possible = [places[part][name] ?? [], places[part][""] ?? []]
      let count = possible[0].count + possible[1].count
      if count < few?.count ?? .max { few = possible[0] + possible[1] }
    }
    guard let few else { return Array(owners.indices) }
    return Set(few).filter { !owners[$0].conflicts(with: owner) }.sorted()
  }
}
