import type { Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'

/** The data of server-sent events, as far as they are JSON objects; also of lines that are bare JSON. */
export function eventsIn(text: string): readonly Fields[] {
  const events: Fields[] = []
  let data: string[] = []
  const flush = (): void => {
    const whole = data.length > 0 ? valueOf(data.join('\n')) : []
    // Recorders leave the empty lines between events out.
    events.push(...(whole.length > 0 || data.length < 2 ? whole : data.flatMap(valueOf)))
    data = []
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5))
    else if (line.startsWith('{')) events.push(...valueOf(line))
    else if (line === '') flush()
  }
  flush()
  return events
}

function valueOf(text: string): readonly Fields[] {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? [value] : []
  } catch {
    // The end of a stream is a word, and the last event of one that broke off is cut.
    return []
  }
}
