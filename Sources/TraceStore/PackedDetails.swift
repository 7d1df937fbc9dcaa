import TraceModel

/// What a launch's summary holds beside its tables, as bytes: the blob of `launch_parts`.
///
/// Stays are most of it: a row for each took a tenth of an ingest.
///
/// A new member of a summary becomes a column of its table (`Stored.swift`) or a line of `pass` here.
struct PackedDetails: Sendable {
  static let table = "launch_parts"

  /// The members, without the numbers of sources.
  private let bytes: [UInt8]
  private let sources: [(offset: Int, id: SourceID)]
  let texts: [TextID]

  /// Packs a launch, without its scenes, tasks, candidates and metrics, which have tables.
  init(_ launch: LaunchSummary, after base: StreamBase) {
    var members = MemberWriter(after: base)
    var launch = launch
    Self.pass(&launch, &members)
    bytes = members.bytes
    texts = members.texts
    sources = members.sources
  }

  /// The blob, with the numbers of sources in the store.
  func bytes(_ number: (SourceID) -> Int64) -> [UInt8] {
    if sources.isEmpty { return bytes }
    var whole = MemberWriter()
    var begin = 0
    for source in sources {
      whole.append(bytes[begin..<source.offset])
      begin = source.offset
      var number = number(source.id)
      whole.number(&number)
    }
    whole.append(bytes[begin...])
    return whole.bytes
  }

  /// Adds what was packed to a launch whose kinds are known; false if another program has changed the bytes.
  static func unpack(
    _ bytes: [UInt8], _ texts: [TextID], into launch: inout LaunchSummary, after base: StreamBase
  ) -> Bool {
    var members = MemberReader(bytes, texts: texts, after: base)
    pass(&launch, &members)
    return members.isWhole
  }

  private static func pass(_ launch: inout LaunchSummary, _ members: inout some PackedMembers) {
    let kinds = KindNumbers(launch.kinds)
    if members.isReading { return launch.changeDetails { pass(&$0, of: kinds, &members) } }
    var details = launch.allDetails
    pass(&details, of: kinds, &members)
  }

  private static func pass(_ launch: inout LaunchDetails, of kinds: KindNumbers, _ members: inout some PackedMembers) {
    members.sparse(&launch.unjudged) { steps, pass in
      for cause in UnjudgedCause.allCases { pass(&steps[cause]) }
    }
    pass(&launch.order, of: kinds, &members)
    var bits = StayBits()
    members.list(&launch.stays, of: StaySummary()) { stay, members in pass(&stay, after: &bits, &members) }
    members.list(&launch.resumes, of: 0) { nanos, members in members.number(&nanos) }
    members.sparse(&launch.use) { use, pass in use.passCounts(pass) }
    members.list(&launch.named, of: NamedWork()) { work, members in pass(&work, &members) }
    members.number(&launch.unlocked)
  }

  /// The order of events: each pair as the difference to the one before; sets of kinds by the launch's numbers.
  private static func pass(_ order: inout EventOrder, of kinds: KindNumbers, _ members: inout some PackedMembers) {
    var last = 0
    members.list(&order.pairs, of: EventPair(previous: .unknown, next: .unknown)) { pair, members in
      var difference = kinds.number(of: pair) &- last
      members.integer(&difference)
      last &+= difference
      guard members.isReading else { return }
      if let known = kinds.pair(of: last) { pair = known } else { members.noteDamage() }
    }
    pass(&order.untilFirstFrame, of: kinds, &members)
    pass(&order.withFirstFrame, of: kinds, &members)
  }

  /// A set of kinds, with a bit for each kind of the launch.
  private static func pass(_ set: inout KindSet, of kinds: KindNumbers, _ members: inout some PackedMembers) {
    var numbers = KindSet()
    // Number 0, of a kind that the launch lacks, has no bit.
    if !members.isReading { set.forEach { numbers.bits |= (1 &<< UInt128(kinds.number(of: $0))) &>> 1 } }
    members.kinds(&numbers)
    guard members.isReading else { return }
    set = KindSet()
    var rest = numbers.bits
    while rest != 0 {
      guard let kind = kinds.kind(numbered: rest.trailingZeroBitCount + 1) else { return members.noteDamage() }
      set.insert(kind)
      rest &= rest - 1
    }
  }

  /// Which parts the locations of a stay have, by `EventLocation.partBits`; most stays of a launch have equal bits.
  private struct StayBits {
    var begin: Int64 = 0
    var assertion: Int64 = 0
  }

  /// A stay, after bits that say what it has and in which parts its locations differ from those of the stay before.
  private static func pass(_ stay: inout StaySummary, after bits: inout StayBits, _ members: inout some PackedMembers) {
    var marks = Int64(stay.end.rawValue) | (stay.isCovered ? 8 : 0) | (stay.handlerNanos == Event.absent ? 0 : 16)
    if stay.assertionLocation == EventLocation() { marks |= 32 }
    if stay.awayNanos != Event.absent { marks |= 64 }
    if !members.isReading {
      marks |= (stay.begin.partBits(after: members.last) ^ bits.begin) << 7
      let later = members.last.followed(by: stay.begin).later(stay.nanos)
      if marks & 32 == 0 { marks |= (stay.assertionLocation.partBits(after: later) ^ bits.assertion) << 12 }
    }
    members.number(&marks)
    if let end = StayEnd(rawValue: UInt8(marks & 7)) { stay.end = end } else { members.noteDamage() }
    stay.isCovered = marks & 8 != 0
    bits.begin ^= marks >> 7 & 31
    bits.assertion ^= marks >> 12 & 31
    members.number(&stay.nanos)
    if marks & 16 != 0 { members.number(&stay.handlerNanos) }
    if marks & 64 != 0 {
      // The two are equal if the return ended the stay.
      var longer = stay.awayNanos &- stay.nanos
      members.number(&longer)
      stay.awayNanos = longer &+ stay.nanos
    }
    // An app's assertion mostly lasts nearly as long as the stay.
    var rest = stay.assertionNanos &- stay.nanos
    members.number(&rest)
    stay.assertionNanos = rest &+ stay.nanos
    members.location(&stay.begin, bits.begin)
    if marks & 32 != 0 { return }
    members.last = members.last.later(stay.nanos)
    members.location(&stay.assertionLocation, bits.assertion)
  }

  /// Named work, after its kind and bits that say which counts follow.
  private static func pass(_ work: inout NamedWork, _ members: inout some PackedMembers) {
    var marks = work.kind.rawValue | (work.atLaunch == 0 ? 0 : 8)
    marks |= (work.atConnect == 0 ? 0 : 16) | (work.atReturn == 0 ? 0 : 32)
    members.integer(&marks)
    if let kind = NamedWork.Kind(rawValue: marks & 7) { work.kind = kind } else { members.noteDamage() }
    members.text(&work.name)
    members.integer(&work.runs)
    if marks & 8 != 0 { members.integer(&work.atLaunch) }
    if marks & 16 != 0 { members.integer(&work.atConnect) }
    if marks & 32 != 0 { members.integer(&work.atReturn) }
  }
}

extension LaunchUse {
  fileprivate mutating func passCounts(_ pass: (inout UInt16) -> Void) {
    for lane in 0..<4 { pass(&appHandled.lanes[lane]) }
    for lane in 0..<4 { pass(&appUnhandled.lanes[lane]) }
    for lane in 0..<4 { pass(&sceneHandled.lanes[lane]) }
    for lane in 0..<4 { pass(&sceneUnhandled.lanes[lane]) }
    for lane in 0..<4 { pass(&coldEntries.lanes[lane]) }
    for lane in 0..<4 { pass(&warmEntries.lanes[lane]) }
    var restored = UInt16(restoration.rawValue)
    pass(&restored)
    restoration = StateRestoration(rawValue: UInt8(truncatingIfNeeded: restored)) ?? restoration
    pass(&reasonedConnects)
    pass(&restoredConnects)
    pass(&reconnects)
    pass(&secondWindows)
    pass(&interruptions)
    pass(&windowConnects)
    pass(&returns)
  }
}
