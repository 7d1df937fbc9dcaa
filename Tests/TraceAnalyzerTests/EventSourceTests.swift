import Testing
import TraceAnalyzer
import TraceModel

/// Several reporters of one occurrence, and the ids that distinguish instances.
@Suite(.tags(.small)) struct EventSourceTests {
  static let folding = [
    Row(
      "delegate and notification are one",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      1.2 s app.didBecomeActive source=notification
      2 s app.willResignActive
      """),
    Row(
      "a launch may take long until its notification is posted",
      """
      0 s app.didFinishLaunching source=delegate
      4 s app.didFinishLaunching source=notification
      4.1 s app.didBecomeActive source=delegate
      4.2 s app.willResignActive source=delegate
      """),
    Row(
      "what comes while the app is launched does not part them",
      """
      0 s process.start
      1 s app.didFinishLaunching source=delegate phase=begin
      1.2 s app.didBecomeActive source=delegate
      1.5 s app.didFinishLaunching source=delegate phase=end
      1.5 s app.didFinishLaunching source=notification
      """),
    Row(
      "a fault of one machine leaves the others in an order that is legal",
      """
      0 s app.didFinishLaunching
      1 s view.didLoad view=V instance=1
      5 s view.isAppearing view=V instance=1
      5 s task.end task=9
      5 s view.willAppear view=V instance=1
      """, ["4 order.task error?"]),
    Row(
      "so is who does not say",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      1.5 s app.didBecomeActive source=notification
      2 s app.didBecomeActive
      """),
    Row(
      "more than a second apart they are two",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      2.1 s app.didBecomeActive source=notification
      """, ["3 order.app warning?"]),
    Row(
      "so they are where the clock stepped back between them",
      """
      9 s app.didFinishLaunching source=delegate seq=1
      9.5 s app.didBecomeActive source=delegate seq=2
      1 s app.didBecomeActive source=notification seq=3
      """, ["3 order.app warning?"]),
    Row(
      "a source that reports it again reports another",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      1.1 s app.didBecomeActive source=notification
      1.2 s app.didBecomeActive source=notification
      """, ["4 order.app warning?"]),
    Row(
      "with another step between they are two",
      """
      0 s app.didFinishLaunching source=delegate
      1 s app.didBecomeActive source=delegate
      1.1 s app.willResignActive source=delegate
      1.2 s app.didBecomeActive source=notification
      1.3 s app.willResignActive source=notification
      """),
    Row(
      "a field that one lacks matches any",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=delegate
      1.1 s scene.willConnect source=notification
      """),
    Row(
      "another scene is another occurrence",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=delegate
      1.1 s scene.willConnect scene=B source=notification
      1.2 s scene.willEnterForeground scene=B source=notification
      1.3 s scene.willEnterForeground scene=A source=notification
      """),
    Row(
      "a report of the start folds however far apart",
      """
      0 s process.start
      1 s app.didFinishLaunching
      90 s process.start source=system
      95 s process.exit
      900 s process.exit source=system
      """),
    Row(
      "what the system reports drives nothing where the app reports it too",
      """
      0 s app.didFinishLaunching
      5 s app.didBecomeActive source=system
      9 s app.didBecomeActive
      """),
    Row(
      "what the system alone reports drives",
      """
      0 s app.didFinishLaunching
      5 s app.didBecomeActive source=system
      9 s app.didBecomeActive source=system
      """, ["3 order.app warning?"]),
    Row(
      "an end belongs to its begin",
      """
      0 s app.didFinishLaunching phase=begin
      1 s app.didFinishLaunching phase=end
      2 s app.didBecomeActive phase=begin
      2.1 s app.didBecomeActive phase=end
      3 s app.willResignActive phase=end
      4 s app.didBecomeActive
      """),
  ]

  static let scenes = [
    Row(
      "a new instance begins anew",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A instance=1
      2 s scene.willConnect scene=A instance=2
      3 s scene.willEnterForeground scene=A instance=2
      4 s scene.willEnterForeground scene=A instance=1
      """),
    Row(
      "without a name the newest is meant",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A instance=1
      2 s scene.didDisconnect scene=A instance=1
      3 s scene.willConnect scene=A instance=2
      4 s scene.willEnterForeground scene=A
      """),
    Row(
      "a name that comes late is that of the instance without one",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willEnterForeground scene=A instance=1
      3 s scene.didActivate scene=A instance=1
      4 s scene.didActivate scene=A
      """, ["5 order.scene warning?"]),
    Row(
      "a second connect of a connected scene is a step of it",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.willConnect scene=A
      """, ["3 order.scene error?"]),
    Row(
      "two scenes without ids are not judged",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect
      2 s scene.willEnterForeground
      3 s scene.willConnect
      4 s scene.didActivate
      5 s scene.willEnterForeground
      6 s scene.didActivate
      """),
    Row(
      "one scene without ids is",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect
      2 s scene.willEnterForeground
      3 s scene.willEnterForeground
      """, ["4 order.scene error?"]),
    Row(
      "a recorder that began inside sees scenes anywhere",
      """
      0 s app.didFinishLaunching
      1 s scene.willDeactivate scene=A
      2 s scene.didEnterBackground scene=A
      3 s scene.willConnect scene=B
      4 s scene.willEnterForeground scene=A
      """),
    Row(
      "until the first connect",
      """
      0 s app.didFinishLaunching
      1 s scene.willConnect scene=A
      2 s scene.didActivate scene=B
      """, ["3 order.scene error"]),
    Row(
      "app notifications of a launch with scenes are not the app's life",
      """
      0 s app.didFinishLaunching source=notification
      1 s scene.willConnect scene=A source=notification
      2 s app.didBecomeActive source=notification
      3 s app.didBecomeActive source=notification
      4 s app.willEnterForeground source=notification
      """),
    Row(
      "nor are they where a scene shows by another event",
      """
      0 s app.didFinishLaunching source=notification
      1 s scene.snapshot scene=A
      2 s app.didBecomeActive source=notification
      3 s app.didBecomeActive source=notification
      """),
    Row(
      "the application delegate's are, whatever notifications of scenes say",
      """
      0 s app.didFinishLaunching source=delegate
      1 s scene.willConnect scene=A source=notification
      2 s app.didBecomeActive source=delegate
      5 s app.didBecomeActive source=delegate
      """, ["4 order.app warning?"]),
  ]

  static let tasks = [
    Row(
      "an assertion with id 0 was refused",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=0
      2 s task.begin task=0
      3 s task.end task=0
      4 s task.end task=0
      """),
    Row(
      "another kind of task may have the id 0",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=0 kind=appRefresh
      2 s task.end task=0
      3 s task.end task=0
      """, ["4 order.task error"]),
    Row(
      "an id may begin again after its end",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1
      2 s task.end task=1
      3 s task.begin task=1
      4 s task.end task=1
      """),
    Row(
      "an end has the kind of its begin",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1 kind=processing
      2 s task.expire task=1
      3 s task.end task=1
      4 s task.end task=1 kind=processing
      """, ["5 order.task error"]),
    Row(
      "kinds are counted apart",
      """
      0 s app.didFinishLaunching
      1 s task.begin task=1 kind=processing
      2 s task.begin task=1 kind=assertion
      3 s task.end task=1 kind=processing
      4 s task.end task=1 kind=assertion
      """),
    Row(
      "a name stands for an id",
      """
      0 s app.didFinishLaunching
      1 s task.begin name=save
      2 s task.end name=save
      3 s task.end name=save
      """, ["4 order.task error"]),
    Row(
      "reported with begin and end of its call it runs once",
      """
      0 s app.didFinishLaunching
      1 s task.begin name=save phase=begin
      1.1 s task.begin name=save phase=end
      2 s task.end name=save
      3 s task.end name=save
      """, ["5 order.task error"]),
    Row(
      "but not one of which two run at once",
      """
      0 s app.didFinishLaunching
      1 s task.begin name=save
      2 s task.begin name=save
      3 s task.end name=save
      4 s task.end name=save
      5 s task.end name=save
      """),
    Row(
      "a name is no id of another",
      """
      0 s app.didFinishLaunching
      1 s task.begin name=1
      2 s task.end task=1
      """, ["3 order.task error"]),
    Row(
      "paperwork drives nothing",
      """
      0 s app.didFinishLaunching
      1 s task.register name=refresh kind=appRefresh
      2 s task.submit name=refresh kind=appRefresh
      3 s task.register name=refresh kind=appRefresh
      """),
  ]

  @Test(arguments: folding + scenes + tasks)
  func `who is meant, and who reports`(_ row: Row) {
    #expect(Timeline(row.text).found() == row.expected)
  }

  @Test func `a view without an instance takes no part`() throws {
    let launch = try Timeline(
      """
      0 s app.didFinishLaunching
      1 s view.didAppear view=Main
      2 s view.didAppear view=Main
      """
    ).launch()
    #expect(launch.candidates.isEmpty)
    #expect((launch.stepsSeen, launch.stepsJudged) == (3, 1))
  }

  static let models: [(String, LifecycleModel)] = [
    ("0 s scene.didActivate scene=A source=delegate", .scenes),
    ("0 s app.configurationForConnecting source=delegate", .scenes),
    ("0 s app.didBecomeActive source=delegate", .app),
    ("0 s app.didBecomeActive source=delegate\n1 s scene.didActivate source=delegate", .scenes),
    ("0 s app.didBecomeActive source=delegate\n1 s scene.didActivate source=notification", .app),
    ("0 s app.didFinishLaunching source=delegate", .unknown),
    ("0 s app.didBecomeActive source=notification", .unknown),
    ("0 s app.didBecomeActive", .unknown),
  ]

  @Test(arguments: models)
  func `only delegate methods report the model`(_ text: String, _ model: LifecycleModel) throws {
    #expect(try Timeline(text).launch().model == model)
  }
}
