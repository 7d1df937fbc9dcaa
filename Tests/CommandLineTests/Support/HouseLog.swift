import Foundation

/// A log as a team of its own writes it: 200 launches of three versions, with keys and names of its own, and business
/// events among those of the life cycle.
///
/// Planted in it are two slow launches, a background task that overruns, and a scene's callback out of order. The same
/// seed gives the same log.
struct HouseLog {
  /// How its records stand in the file.
  enum Style: String, CaseIterable { case nested, elastic, cloudWatch, loki }

  /// Different ways to name the same events.
  private static let vocabularies: [[String]] = [
    [
      "app_process_start", "app_did_finish_launching", "scene_will_connect", "scene_will_enter_foreground",
      "app_first_frame", "scene_did_become_active", "scene_will_resign_active", "scene_did_enter_background",
      "task_started", "task_finished",
    ],
    [
      "PROCESS_STARTED", "APP_FINISHED_LAUNCHING", "WINDOW_CONNECTED", "WINDOW_ENTERS_FOREGROUND",
      "FIRST_FRAME_DRAWN", "WINDOW_ACTIVE", "WINDOW_INACTIVE", "WINDOW_ENTERED_BACKGROUND", "BG_TASK_BEGAN",
      "BG_TASK_ENDED",
    ],
    [
      "AppStart", "AppDidFinishLaunching", "SceneConnected", "SceneForegrounded", "FirstFrameRendered",
      "SceneActivated",
      "SceneDeactivated", "SceneBackgrounded", "BackgroundTaskStarted", "BackgroundTaskCompleted",
    ],
    [
      "prozess_gestartet", "app_fertig_gestartet", "szene_verbunden", "szene_im_vordergrund", "erstes_bild",
      "szene_aktiv", "szene_inaktiv", "szene_im_hintergrund", "hintergrundaufgabe_gestartet",
      "hintergrundaufgabe_beendet",
    ],
    [
      "プロセス開始", "アプリ起動完了", "シーン接続", "シーン前面移行", "初回フレーム描画", "シーンアクティブ", "シーン非アクティブ",
      "シーンバックグラウンド移行", "バックグラウンドタスク開始", "バックグラウンドタスク終了",
    ],
  ]
  private static let business = ["screen_view", "cart_add", "search_done", "http request", "checkout_started"]

  /// An event: when, in milliseconds since 1970, its name, and what it is about.
  private struct Entry {
    var time: Int
    var name: String
    var launch: Int
    var scene = false
    var task = false
  }

  private var random: SeededRandom
  private var entries: [Entry] = []
  private var ids: [String] = []
  private let names: [String]
  /// The ids of the launches in which something is planted.
  private(set) var slow: [String] = []
  private(set) var overrun = ""
  private(set) var unordered = ""

  /// The log of a seed.
  init(seed: UInt64) {
    random = SeededRandom(state: seed)
    names = Self.vocabularies[Int(random.next() % UInt64(Self.vocabularies.count))]
    let planted = Array((20..<200).shuffled(using: &random).prefix(4))
    var now = 1_792_500_000_000
    for launch in 0..<200 {
      ids.append(String(format: "%08x-%04x", UInt32.random(in: 0 ... .max, using: &random), launch))
      now += Int.random(in: 60_000...600_000, using: &random)
      now = addLaunch(launch, now, planted)
    }
    slow = planted[..<2].map { ids[$0] }.sorted()
    overrun = ids[planted[2]]
    unordered = ids[planted[3]]
  }

  /// Adds a launch that begins at a time; returns when it ends.
  private mutating func addLaunch(_ launch: Int, _ start: Int, _ planted: [Int]) -> Int {
    func add(_ name: Int, _ time: Int, scene: Bool = false, task: Bool = false) {
      entries.append(Entry(time: time, name: names[name], launch: launch, scene: scene, task: task))
    }
    let launching = start + Int.random(in: 80...200, using: &random)
    let isSlow = planted[..<2].contains(launch)
    let frame =
      start + (isSlow ? Int.random(in: 6_000...9_000, using: &random) : Int.random(in: 300...390, using: &random))
    add(0, start)
    add(1, launching)
    add(2, launching + 10, scene: true)
    if planted[3] == launch {
      add(5, frame - 20, scene: true)
      add(3, frame - 10, scene: true)
      add(4, frame)
    } else {
      add(3, launching + 20, scene: true)
      add(4, frame)
      add(5, frame + 5, scene: true)
    }
    var now = frame + 2_000
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let name = Self.business[Int.random(in: 0..<Self.business.count, using: &random)]
      entries.append(Entry(time: now, name: name, launch: launch))
      now += Int.random(in: 100...3_000, using: &random)
    }
    add(6, now, scene: true)
    add(7, now + 300, scene: true)
    add(8, now + 350, task: true)
    now += 350 + (planted[2] == launch ? 47_000 : Int.random(in: 500...5_000, using: &random))
    add(9, now, task: true)
    return now
  }

  /// The bytes of the file.
  func data(_ style: Style) throws -> Data {
    switch style {
    case .nested:
      return Data(try entries.map { try text(nested($0)) + "\n" }.joined().utf8)
    case .elastic:
      let hits = entries.map { entry in
        ["_index": "logs", "_id": "\(entry.time)", "_source": ["@timestamp": written(entry), "doc": flat(entry)]]
          as [String: Any]
      }
      return Data(try text(["took": 3, "hits": ["total": ["value": entries.count], "hits": hits]]).utf8)
    case .cloudWatch:
      let events = try entries.map { entry in
        [
          "logStreamName": "app", "timestamp": entry.time + 1_500, "message": try text(flat(entry)),
          "ingestionTime": entry.time + 3_000, "eventId": "e\(entry.time)",
        ] as [String: Any]
      }
      return Data(try text(["events": events, "searchedLogStreams": [Any]()]).utf8)
    case .loki:
      let values = try entries.reversed().map { ["\((($0.time) + 1_500) * 1_000_000)", try text(flat($0))] }
      let result: [[String: Any]] = [["stream": ["app": "market"], "values": values]]
      return Data(try text(["status": "success", "data": ["resultType": "streams", "result": result]]).utf8)
    }
  }

  private func version(_ launch: Int) -> String { ["4.8.0", "4.9.0", "4.10.0"][launch * 3 / 200] }

  /// Three deep, in snake case, with versions of other things beside the app's.
  private func nested(_ entry: Entry) -> [String: Any] {
    var context: [String: Any] = [
      "session": ["id": ids[entry.launch]], "app": ["version": version(entry.launch)], "device": ["hw": "iPhone15,2"],
      "sdk": ["version": "2.1.0"],
    ]
    if entry.scene { context["scene"] = ["id": "s\(entry.launch)"] }
    var event: [String: Any] = ["info": ["name": entry.name]]
    if entry.task { event["task"] = ["id": "t\(entry.launch)", "name": "flush"] }
    return ["meta": ["clock": ["ts_ms": entry.time], "form": 3], "evt": event, "ctx": context]
  }

  private func flat(_ entry: Entry) -> [String: Any] {
    var record: [String: Any] = [
      "event_name": entry.name, "client_ts": entry.time, "run_id": ids[entry.launch],
      "app_version": version(entry.launch),
      "device_model": "iPhone15,2",
    ]
    if entry.scene { record["scene_id"] = "s\(entry.launch)" }
    if entry.task { record["task_id"] = "t\(entry.launch)" }
    return record
  }

  /// When a server took the record: whole seconds, later than the event.
  private func written(_ entry: Entry) -> String {
    let formatter = ISO8601DateFormatter()
    return formatter.string(from: Date(timeIntervalSince1970: Double(entry.time / 1_000 + 2)))
  }

  private func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
