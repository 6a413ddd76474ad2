import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'

/** A span of a trace, whichever exporter wrote it. */
export type Span = {
  readonly traceId: string
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly start: number | null
  /** Those of the resource where the span has none of that name. */
  readonly attributes: Fields
  readonly events: readonly { readonly name: string; readonly attributes: Fields }[]
  /** Why it failed; null where it did not. */
  readonly failure: string | null
}

/** Spans of a document: an export of OTLP, or a span by itself. */
export function spansIn(document: Fields): readonly Span[] {
  const groups = document['resourceSpans'] ?? document['resource_spans']
  if (Array.isArray(groups))
    return groups.filter(isRecord).flatMap((group) => {
      const resource = attributesOf(fieldsAt(group, 'resource')['attributes'])
      const scopes = group['scopeSpans'] ?? group['scope_spans'] ?? group['instrumentationLibrarySpans']
      return recordsIn(scopes)
        .flatMap(({ spans }) => recordsIn(spans))
        .flatMap((span) => spanOf(span, resource))
    })
  const spans = document['spans']
  return Array.isArray(spans)
    ? recordsIn(spans).flatMap((span) => spanOf(span, {}))
    : spanOf(document, attributesOf(fieldsAt(document, 'resource')['attributes']))
}

function recordsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function spanOf(span: Fields, resource: Fields): readonly Span[] {
  const context = { ...fieldsAt(span, 'context'), ...fieldsAt(span, 'spanContext') }
  const traceId = firstText(span['traceId'], span['trace_id'], context['trace_id'], context['traceId'])
  const id = firstText(span['spanId'], span['span_id'], span['id'], context['span_id'], context['spanId'])
  if (traceId === null || id === null) return []
  const parent = span['parentSpanId'] ?? span['parent_span_id'] ?? span['parentId'] ?? span['parent_id']
  const status = fieldsAt(span, 'status')
  const code = status['code'] ?? status['status_code']
  const isFailed = code === 2 || (typeof code === 'string' && code.endsWith('ERROR'))
  return [
    {
      traceId,
      id,
      parentId: textOf(parent) ?? textOf(fieldsAt(span, 'parentSpanContext')['spanId']),
      name: textOf(span['name']) ?? '',
      start: startOf(span),
      attributes: { ...resource, ...attributesOf(span['attributes']) },
      events: recordsIn(span['events']).map((event) => ({
        name: textOf(event['name']) ?? '',
        attributes: attributesOf(event['attributes']),
      })),
      failure: isFailed ? (firstText(status['message'], status['description']) ?? 'it failed') : null,
    },
  ]
}

function firstText(...values: readonly unknown[]): string | null {
  return values.map(textOf).find((value) => value !== null) ?? null
}

/** Attributes as an object; OTLP has them as a list of keys with typed values. */
function attributesOf(attributes: unknown): Fields {
  if (isRecord(attributes)) return attributes
  return Object.fromEntries(
    recordsIn(attributes).flatMap(({ key, value }) =>
      typeof key === 'string' ? [[key, valueOf(value)]] : [],
    ),
  )
}

function valueOf(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [[kind, inner] = []] = Object.entries(value)
  switch (kind) {
    case 'intValue':
      return typeof inner === 'string' ? Number(inner) : inner
    case 'arrayValue':
      return isRecord(inner) ? recordsIn(inner['values']).map(valueOf) : []
    case 'kvlistValue':
      return isRecord(inner) ? attributesOf(inner['values']) : {}
    default:
      return inner
  }
}

/** Nanoseconds, a pair of seconds and nanoseconds, or a date. */
function startOf(span: Fields): number | null {
  const nanos = span['startTimeUnixNano'] ?? span['start_time_unix_nano']
  if (typeof nanos === 'string' && /^\d{1,25}$/.test(nanos)) return Number(BigInt(nanos) / 1_000_000n)
  if (numberOf(nanos) !== null) return Math.floor(Number(nanos) / 1_000_000)
  const start = span['startTime'] ?? span['start_time'] ?? span['timestamp']
  if (Array.isArray(start)) {
    const [seconds, rest] = start.map(numberOf)
    return seconds === null || seconds === undefined
      ? null
      : seconds * 1000 + Math.floor((rest ?? 0) / 1_000_000)
  }
  const time = timeOf(start)
  // Numbers are microseconds or nanoseconds to some exporters.
  if (time === null || typeof start === 'string' || time < 100_000_000_000_000) return time
  return Math.floor(time > 100_000_000_000_000_000 ? time / 1_000_000 : time / 1000)
}
