package import TraceModel

/// A failed step on a store: what was done to which file, what SQLite said, and what to do next.
package struct StoreError: StatedError, Equatable {
  /// The operation that failed, as in `open the store`.
  package var operation: String
  /// The store's file, as it was named.
  package var file: String
  /// SQLite's extended result code (<https://www.sqlite.org/rescode.html>); 0 where SQLite did not fail.
  package var code: Int32
  /// SQLite's message, or the cause in words.
  package var message: String
  /// The advice that ends the message.
  package var hint: Sentence

  /// An error; without `hint` it has the hint for its code.
  package init(_ operation: String, file: String, code: Int32 = 0, message: String, hint: Sentence? = nil) {
    self.operation = operation
    self.file = file
    self.code = code
    self.message = message
    self.hint = hint ?? Self.hint(for: code)
  }

  /// One sentence in lower case that ends with what to do.
  package var sentence: Sentence {
    let number: Sentence = code == 0 ? "" : " (SQLite \(code))"
    return "cannot \(name: operation) '\(name: file)': \(name: message)\(number); \(hint)"
  }

  /// True for BUSY and LOCKED: another process was waited for in vain.
  package var isBusy: Bool { [5, 6].contains(code & 0xff) }

  private static func hint(for code: Int32) -> Sentence {
    switch code & 0xff {
    case 5, 6: "another process is writing to it: try again when that has finished"
    case 7: "memory ran out: allow more (ulimit -v), and run the same command again"
    case 8: "make the file and its folder writable, or name another with --store"
    // On a full disk the index of the WAL fails first, with 4874 (IOERR_SHMSIZE).
    case 10 where code == 4874, 13: "the disk is full: free some space and run the same command again"
    case 10: "check the disk; the store is as it was at the last commit"
    case 11: "the file is damaged: move it away and ingest the logs again"
    case 14: "check that the path is right and may be read, or name another with --store"
    case 23: "give one SELECT: a query may only read"
    case 26: "it is no SQLite file: name another with --store"
    default: "try again; if that fails too, move the store away and ingest the logs again"
    }
  }
}
