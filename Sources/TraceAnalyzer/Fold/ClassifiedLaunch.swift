/// A launch by its number, with its kind and time, which depend on the launches before it.
///
/// For speed and memory: what asks for nothing else of launches makes no `Launch` of each, as there may be millions.
struct ClassifiedLaunch: Sendable {
  // In this order it takes 32 bytes.

  var time: LaunchTime
  var kind: LaunchKind
  /// Its place in its table: that of its summary among all.
  var place: Int32
  /// The place of the one before it on its device.
  var previous: Int32?
}
