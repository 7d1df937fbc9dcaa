/// Words of other languages in names and keys of logs, with the English words that mean the same.
///
/// `hintergrundaufgabe_beendet` and `バックグラウンドタスク終了` are *background task ended*. Only words of an app's life cycle
/// are here, and of the fields of a record. A language that writes without spaces is cut by its longest words.
enum ForeignWords {
  /// English words, each with words of German, French, Spanish, Italian, Portuguese, Russian, Japanese, Chinese and Korean.
  private static let table: [(english: String, others: String)] = [
    (
      "app",
      "anwendung aplicacion aplicación aplicativo applicazione アプリ 应用 应用程序 앱 dieapp dieanwendung lapp lapplication "
        + "oaplicativo"
    ),
    ("process", "prozess processus proceso processo プロセス 进程 프로세스"),
    (
      "start",
      "gestartet startet begonnen beginnt demarre démarré demarree démarrée debut début iniciado "
        + "iniciada inicio início avviato avviata iniciou partida старт 開始 スタート 开始 시작 스타트"
    ),
    ("startup", "demarrage démarrage arranque avvio 启动 啟動"),
    ("launch", "lancement lance lancé lancee lancée lanzamiento lanzada lancio запуск 起動 실행"),
    (
      "end",
      "beendet ende geendet termine terminé terminee terminée fin terminado terminada finalizado finalizada terminato "
        + "terminata encerrado 終了 结束 종료"
    ),
    ("finish", "fertig abgeschlossen acheve achevé completado completada completato 完了 完成 완료"),
    ("first", "erstes erster erste premiere première primer primera primo prima primeiro 初回 最初 最初の 首 第一 첫"),
    ("frame", "bild einzelbild trame fotograma cuadro quadro フレーム 帧 画面 프레임"),
    ("first frame", "erstbild premièreimage premiereimage primeraimagen primeiraimagem 首帧"),
    ("frame", "immagine imagem"),
    ("draw", "gezeichnet angezeigt affichee affichée affiche affiché mostrado dibujado disegnato 描画 表示 绘制 显示 표시"),
    ("scene", "szene fenster scène fenetre fenêtre escena ventana scena finestra cena janela シーン ウィンドウ 场景 窗口 씬"),
    ("background", "hintergrund バックグラウンド 背面 后台 백그라운드"),
    ("foreground", "vordergrund フォアグラウンド 前面 前台 포그라운드"),
    ("background", "arriereplan arrièreplan segundoplano sfondo фон"),
    ("foreground", "premierplan primerplano primopiano"),
    ("active", "aktiv aktiviert actif activee activée activada activa attiva ativa アクティブ 有効 激活 活跃 활성"),
    ("inactive", "inaktiv deaktiviert inactif desactivee désactivée inactiva inattiva inativa 非アクティブ 無効 非活跃 비활성"),
    ("become", "wird wurde geworden になった"),
    ("enter", "gewechselt eingetreten passe passé entra entrada entrato переход 移行 进入 진입"),
    ("connect", "verbunden connecte connecté connectee connectée conectada collegata 接続 连接 연결"),
    ("disconnect", "getrennt deconnectee déconnectée desconectada scollegata 切断 断开"),
    ("task", "aufgabe tache tâche tarea compito tarefa attivita タスク 任务 작업"),
    ("background task", "hintergrundaufgabe"),
    ("expire", "abgelaufen expiree expirée caducada scaduta expirada 期限切れ 过期 만료"),
    ("work", "arbeit travail trabajo lavoro trabalho 作業 工作"),
    ("view", "ansicht vue vista ビュー 视图"),
    ("appear", "erschienen apparue aparecida apparsa 出現 出现"),
    ("memory warning", "speicherwarnung メモリ警告 内存警告"),
    // Of reasons and kinds of starts.
    ("memory", "speicher mémoire memoire memoria memória メモリ 内存 메모리"),
    ("limit", "grenze limite límite 上限"),
    ("exceeded", "überschritten ueberschritten dépassée depassee superado superata"),
    ("watchdog", "wachhund"),
    (
      "crash",
      "absturz abgestürzt abgestuerzt plantage planté plante plantée plantee fallo caida caída cierreinesperado crasheo "
        + "сбой クラッシュ 崩溃 크래시"
    ),
    ("kill", "gekillt getötet getoetet abgeschossen tué tuée matado matada 強制終了"),
    (
      "close",
      "cierre fermeture schließung schliessung chiusura geschlossen fermé fermée cerrado cerrada cerró chiuso chiusa "
        + "fechado fechada fechou"
    ),
    ("terminate", "abgebrochen"),
    ("unexpectedly", "unerwartet inopinément inesperadamente inaspettatamente 予期せず 意外"),
    ("by", "vom von par por"),
    ("user", "benutzer nutzer utilisateur usuario utente ユーザー 用户 사용자"),
    // Source: developer.android.com, *App startup time*, also in Russian (`hl=ru`), and what is written on it in Chinese
    // (blog.csdn.net/zhuhai0613, 133487830): three types, the last of which is a return.
    ("cold start", "kaltstart"), ("warm start", "warmstart"), ("hot start", "heißstart heissstart"),
    ("cold", "kalt froid frio frío freddo холодный コールド 冷 콜드"),
    ("warm", "chaud tiède tiede tibio caliente caldo quente тёплый теплый ウォーム 温 溫 웜"),
    ("hot", "heiß heiss горячий ホット 热 熱 핫"),
    // Of keys.
    ("event", "ereignis evenement événement evento イベント 事件 이벤트"),
    ("time", "zeitpunkt zeit zeitstempel uhrzeit horodatage heure hora ora momento 時刻 日時 时间 시각"),
    ("date", "datum fecha 日付 日期 날짜"),
    ("device", "geraet gerät appareil dispositivo aparato equipo 端末 デバイス 设备 기기"),
    ("model", "modell modele modèle modelo modello 機種 モデル 型号"),
    ("version", "fassung versión versione versao バージョン 版 版本 버전"),
    ("duration", "dauer duree durée duracion duración durata duracao длительность 所要時間 時間 長さ 时长"),
    ("took", "dauerte brauchte pris tardó tardo impiegato levou demorou"),
    ("session", "sitzung sesion sesión sessione sessao sessão セッション 会话 세션"),
    ("reason", "grund ursache raison motivo razon razón causa причина 理由 原因 이유"),
    ("id", "kennung nummer identifiant identificador 識別子 番号 标识"),
    ("system", "système systeme sistema システム 系统"),
    ("name", "nombre nom bezeichnung 名前 名称"),
    (
      "of",
      "im in den der das am à al dans le la les en el de du des au ist hat sich est été ete sest ha se si è foi fue sido "
        + "в を の が に は へ 化 的 しました した されました 了 已 이 가 되었습니다 했습니다"
    ),
  ]

  private static let english: [String: [String]] = {
    var words: [String: [String]] = [:]
    for (meaning, others) in table {
      let meant = meaning == "of" ? [] : meaning.split(separator: " ").map(String.init)
      for other in others.split(separator: " ") where words[String(other)] == nil { words[String(other)] = meant }
    }
    return words
  }()
  /// The longest word of a language without spaces, in letters.
  private static let longest = english.keys.filter { !isSpaced($0) }.map(\.count).max() ?? 1

  /// Whether the language of a word puts spaces between words.
  private static func isSpaced(_ word: String) -> Bool { word.unicodeScalars.allSatisfy { $0.value < 0x1100 } }

  /// Words with those of other languages in English; English words that mean something else elsewhere stay.
  static func translated(_ words: [String]) -> [String] {
    var translated: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      // `arrière-plan` is one word of two.
      if let next = rest.first, let meant = english[word + next] {
        translated += meant
        rest = rest.dropFirst()
      } else if let meant = english[word] {
        translated += meant
      } else {
        translated += isSpaced(word) ? [word] : cut(word)
      }
    }
    return translated
  }

  /// A key with words of other languages in English: `app_fassung` is `app_version`.
  static func translated(key: String) -> String {
    key.split(separator: ".", omittingEmptySubsequences: false).map { component in
      let words = NameWords.words(of: component)
      let english = translated(words)
      return english == words ? String(component) : english.joined(separator: "_")
    }.joined(separator: ".")
  }

  /// The words of a text without spaces, from its begin, each the longest that is known; what is unknown stays.
  private static func cut(_ text: String) -> [String] {
    var rest = Array(text)[...]
    var words: [String] = []
    var unknown = ""
    while let first = rest.first {
      let length = stride(from: min(longest, rest.count), to: 0, by: -1).first {
        english[String(rest.prefix($0))] != nil
      }
      guard let length, let meant = english[String(rest.prefix(length))] else {
        unknown.append(first)
        rest = rest.dropFirst()
        continue
      }
      if !unknown.isEmpty { words.append(unknown) }
      unknown = ""
      words += meant
      rest = rest.dropFirst(length)
    }
    return unknown.isEmpty ? words : words + [unknown]
  }
}
