/// The parts in which a rejected line and its copy in another file are equal.
struct RejectPlace: Hashable {
  var line: Int32
  var offset: Int64
  var digest: UInt64
}
