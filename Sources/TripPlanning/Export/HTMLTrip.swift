// SPDX-License-Identifier: Apache-2.0

/// A trip as one page that needs nothing else: no script, no font, no image from elsewhere. Made to be printed and sent.
struct HTMLTrip {
  let trip: PlannedTrip
  let start: TripDate?

  init(_ trip: PlannedTrip, start: TripDate?) {
    self.trip = trip
    self.start = start
  }

  var text: String {
    let plan = trip.itinerary
    var lines = [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<title>\(escaped(plan.title))</title>", "<style>\(Self.style)</style>", "</head>", "<body>", "<main>",
      "<h1>\(escaped(plan.title))</h1>", "<p>\(escaped(plan.description))</p>",
      "<p class=\"rationale\">\(escaped(plan.rationale))</p>",
    ]
    for (index, day) in plan.days.enumerated() { lines += section(day, index) }
    let cautions = trip.cautions
    if !cautions.isEmpty {
      lines += ["<section>", "<h2>Good to know</h2>", "<ul>"]
      lines += cautions.map { "<li>\(escaped($0))</li>" } + ["</ul>", "</section>"]
    }
    lines += [
      "<footer>Planned with infer; texts by a language model, so check before you go. Map data: Natural Earth.</footer>",
      "</main>", "</body>", "</html>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ day: DayPlan, _ index: Int) -> [String] {
    let date = start.map { " · \($0.adding(days: index))" } ?? ""
    var lines = [
      "<section>", "<h2>Day \(index + 1)\(date) · \(escaped(day.title))</h2>",
      "<p class=\"subtitle\">\(escaped(day.subtitle)) · \(escaped(day.destination))</p>",
    ]
    if let map = DayMap(trip, day: index).svg { lines.append(map) }
    lines.append("<ol>")
    for stop in trip.stops(ofDay: index) {
      lines.append(
        "<li><strong>\(escaped(stop.activity.title))</strong> <span>\(stop.activity.type.label)</span><br>"
          + "\(escaped(stop.activity.description))</li>")
    }
    return lines + ["</ol>", "</section>"]
  }

  private static let style = """
    body{font:1rem/1.5 system-ui,sans-serif;color:#26302b;background:#fff;margin:0}\
    main{max-width:44rem;margin:0 auto;padding:1.5rem}h1{line-height:1.2}h2{margin:2rem 0 .25rem;font-size:1.2rem}\
    .rationale,.subtitle,li span,footer{color:#5b6a62}svg{width:100%;height:auto;border-radius:8px}\
    li{margin:.5rem 0}section{break-inside:avoid}footer{margin-top:2rem;font-size:.85rem}\
    @media print{main{padding:0}}
    """

  private func escaped(_ text: String) -> String { MarkupText.xml(text) }
}
