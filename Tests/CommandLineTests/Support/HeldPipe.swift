import Foundation

/// A named pipe that shows whether programs still run which a test has started indirectly.
///
/// A program holds it by `exec 9> held`. Once the last one that does so has ended, the pipe has an end. Neither `ps`
/// nor `pgrep` is needed, which a bare system lacks.
final class HeldPipe {
  private let reader: Int32

  /// Makes the pipe `held` in a folder.
  init(in place: Workplace) {
    mkfifo(place.file("held"), 0o600)
    // Without a reader, a program that opens the pipe to write would wait for one.
    reader = open(place.file("held"), O_RDONLY | O_NONBLOCK)
  }

  deinit { close(reader) }

  /// True if a program holds the pipe now.
  var isHeld: Bool {
    var byte: UInt8 = 0
    return read(reader, &byte, 1) < 0 && errno == EAGAIN
  }

  /// Waits for up to 5 s until a program holds the pipe, or until none does.
  ///
  /// - Returns: True if it came true.
  func wait(untilHeld: Bool) -> Bool {
    for _ in 0..<100 where isHeld != untilHeld { usleep(50_000) }
    return isHeld == untilHeld
  }
}
