/// The page of the topic `summaries`.
enum SummariesPage {
  static let text = """
    Launch summaries

      tracetool check --format summaries logs/a > a.jsonl
      tracetool check --format summaries logs/b > b.jsonl
      tracetool report a.jsonl b.jsonl

    A summary is all that tracetool knows of one launch before it judges: its
    context, milestones, tasks, stays in the background, and candidates for
    findings, with the file and line of each. 'check', 'report', 'compare' and
    'show' read summaries in place of the logs from which they were made, recognize
    them by their first bytes, and give the same answers: medians and percentiles
    are exact, and budgets, severities and baselines are applied when summaries are
    read. So several machines can each read some of the logs, and one judges all
    launches.
    'tracetool export --format summaries' writes the summaries of a store.

    The format
      A line is a JSON object of the schema 'tracetool.summary/1', which 'tracetool
      explain --schema summary' prints. Numbers are whole; times are nanoseconds
      since 1970, those of milestones since the first event. Members without a value
      are left out. 'digest' is a hash of the line without names of files and
      numbers of lines: a launch that comes twice with one digest counts once, as
      when a worker was tried again. The last line of a part is its trailer, of the
      schema 'tracetool.part/1': it counts the launches, and says what became of the
      lines of the logs. Parts may follow each other in one file; their names and
      order do not matter.

    Which records must be in one part
      Records with a launch id ('launch'): all with one id. Other records: all of
      one device. Logs that name neither: whole files. A report of Apple's (.ips)
      goes with the logs of its device. If the records of a launch are in several
      parts nevertheless, tracetool names it and the parts, and ends with code 3.
      Launches of several devices may have one id, as where each recorder counts
      from 1. They may come in several parts if their records name the device.

    What is refused
      Summaries that another version of tracetool made by other rules (code 2): make
      them again. A part that was cut off or has no trailer (code 4): the answer
      lacks its launches; the setting 'input.allowIncomplete' makes it a warning.
      Summaries and logs in one run; 'compare' takes summaries as one side and logs
      as the other.
      tracetool does not notice that a part is missing from the command line:
      compare the number of launches, or of parts, with what the workers were given.
      A digest says which launches are the same; it does not show that a line was
      changed.

    Size
      A line is some kilobytes long, compressed some hundred bytes; compressed parts
      are read as they are. While launches are judged each needs about 0.5 kB of
      memory, and the tasks, stays and candidates in which something may be found
      another 0.4 kB or more, until they have filled '--memory' and go to a
      temporary file.

    What a summary does not hold
      Events: 'show' has no states and no list of events. Lines that were rejected:
      the trailer counts them, and names the first of each of 20 files. Whether a
      launch was cold or warm: only the launches before it on its device show that,
      which may be in other parts. 'tracetool report --launch-times --each --format
      csv' lists it for all launches together.

    Privacy
      A summary names devices, launches, tasks and views as the log does. Redact
      first: 'tracetool export --redact' writes a log without them, from which
      summaries can be made.

    """
}
