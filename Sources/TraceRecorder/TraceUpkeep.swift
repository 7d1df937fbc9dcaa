/// Work on the files of a launch that `record` leaves to another thread.
///
/// Listing a folder and opening a file take milliseconds now and then, writing a line some microseconds.
struct TraceUpkeep: Sendable {
  /// The result of the work on one folder.
  struct Outcome: Sendable {
    /// The folder of the launch that it was for.
    let folder: TraceFolder
    /// The descriptor of the file that was opened ahead; nil if none was to be, or could not be.
    let nextFile: Int32?
    /// The highest number of a trace in the folder; 0 if it was not tidied.
    let lastNumber: Int
    /// True if the launch has no file in the folder though it writes one: another process has erased all.
    let isErased: Bool
  }

  let folder: TraceFolder
  /// The wall clock in nanoseconds since 1970.
  let time: Int
  /// The descriptor of a file that is no longer written, to close.
  let finishedFile: Int32?
  /// The name of the present file if the launch came to the foreground since the file began.
  let broughtToForeground: TraceFileName?
  /// True if the launch writes a file.
  let isWriting: Bool
  /// True if traces beyond the limits are to be removed.
  let tidies: Bool
  /// True if the next file is to be opened.
  let opensNextFile: Bool

  /// Closes, renames, tidies and opens.
  func run() -> Outcome {
    if let finishedFile { folder.disk.close(finishedFile) }
    if let broughtToForeground { folder.bringToForeground(broughtToForeground) }
    let (lastNumber, hasOwn) = tidies ? folder.tidy(at: time) : (0, true)
    return Outcome(
      folder: folder, nextFile: opensNextFile ? try? folder.makeNextFile() : nil, lastNumber: lastNumber,
      isErased: isWriting && !hasOwn)
  }
}
