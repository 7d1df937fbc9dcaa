import Dispatch
import Synchronization

/// Hands values from one thread to another, in order, at most `capacity` at a time.
final class Channel<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let room = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)

  init(capacity: Int) {
    // A semaphore must not be destroyed below its initial value: values may be left.
    for _ in 0..<capacity { room.signal() }
  }

  func send(_ value: Value) {
    room.wait()
    values.withLock { $0.append(value) }
    filled.signal()
  }

  func receive() -> Value {
    filled.wait()
    let value = values.withLock { $0.removeFirst() }
    room.signal()
    return value
  }

  var isFilled: Bool { values.withLock { !$0.isEmpty } }
}
