/** The figures of a report by their place in it, as they read. */
export function readReportFigures(report: string): ReadonlyMap<string, string> {
  const marked =
    /<(td|dd|li)(?: class="[^"]*")? data-figure="([^"<>]*)"[^<>]*>((?:(?!<\/?(?:td|dd|li)[ >])[\s\S])*)<\/\1>/g
  const figures = new Map<string, string>()
  for (const [, , place = '', content = ''] of report.matchAll(marked)) {
    const name = toReadableText(place)
    // Two rows of one table may have one name, such as two variants with one label.
    let key = name
    for (let copy = 2; figures.has(key); copy += 1) key = `${name} (${copy})`
    figures.set(key, toReadableText(content))
  }
  return figures
}

/** HTML as a person reads it, on one line. */
export function toReadableText(markup: string): string {
  return markup
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t\n\r]+/g, ' ')
    .trim()
}
