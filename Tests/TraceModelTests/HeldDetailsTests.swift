import Testing
import TraceModel

/// Details that stand aside from a summary read as if they stood in it.
@Suite(.tags(.small)) struct HeldDetailsTests {
  @Test func `a summary without details equals one whose details are empty`() {
    var touched = LaunchSummary()
    touched.tasks.append(TaskSummary())
    #expect(touched != LaunchSummary())
    touched.tasks.removeAll()
    #expect(touched == LaunchSummary())
    var copy = touched
    copy.candidates = [Candidate()]
    #expect(touched.candidates.isEmpty && copy.candidates.count == 1)
  }
}
