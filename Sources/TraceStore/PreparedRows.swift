import TraceModel

/// The rows of one launch in the tables of its summary, but for the numbers of other rows, which only a store knows.
///
/// For speed: the thread that replays a launch makes them, since the thread that owns the store has the most to do in an
/// ingest. That thread copies them and sets the few numbers that are open: of the 30 of a task mostly three. This takes a
/// fifth of the instructions.
struct PreparedRows: Sendable {
  /// A number that is not known yet, as it names a row of the store.
  struct Reference: Sendable {
    /// What the row that it names holds.
    enum Target: Sendable {
      /// A text of `texts`.
      case text
      /// A text of the stream's own.
      case ownText
      /// One of `words`.
      case word
      /// The name of a kind.
      case kind
      /// The names of one of `kindSets`.
      case kinds
      /// A source, by the number that it has in a run.
      case source
      /// A context; the next number is its process id.
      case context
    }

    /// Its index in `numbers`.
    let index: Int32
    /// Which one of those that it may name.
    let id: Int32
    let target: Target
  }

  struct Table: Sendable {
    let rowCount: Int
    /// The indices of their numbers, row after row; the first number of each row, its stream, is open as well.
    let numbers: Range<Int>
    /// The indices of what else is open in them.
    let references: Range<Int>
  }

  /// The numbers of all tables.
  var numbers: [Int64] = []
  var references: [Reference] = []
  var words: [String] = []
  var kindSets: [KindSet] = []
  /// In the order of `EventStore.streamProjections`.
  var tables: [Table] = []
}
