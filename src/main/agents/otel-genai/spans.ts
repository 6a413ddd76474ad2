import {
  isRecord,
  readRecordList,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'

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
export function readSpans(document: Fields): readonly Span[] {
  const groups = document['resourceSpans'] ?? document['resource_spans']
  if (Array.isArray(groups))
    return groups.filter(isRecord).flatMap((group) => {
      const resource = readAttributes(readNestedFields(group, 'resource')['attributes'])
      const scopes = group['scopeSpans'] ?? group['scope_spans'] ?? group['instrumentationLibrarySpans']
      return readRecordList(scopes)
        .flatMap(({ spans }) => readRecordList(spans))
        .flatMap((span) => readSpan(span, resource))
    })
  const spans = document['spans']
  return Array.isArray(spans)
    ? readRecordList(spans).flatMap((span) => readSpan(span, {}))
    : readSpan(document, readAttributes(readNestedFields(document, 'resource')['attributes']))
}

function readSpan(span: Fields, resource: Fields): readonly Span[] {
  const context = { ...readNestedFields(span, 'context'), ...readNestedFields(span, 'spanContext') }
  const traceId = findFirstText(span['traceId'], span['trace_id'], context['trace_id'], context['traceId'])
  const id = findFirstText(span['spanId'], span['span_id'], span['id'], context['span_id'], context['spanId'])
  if (traceId === null || id === null) return []
  const parent = span['parentSpanId'] ?? span['parent_span_id'] ?? span['parentId'] ?? span['parent_id']
  const status = readNestedFields(span, 'status')
  const code = status['code'] ?? status['status_code']
  const isFailed = code === 2 || (typeof code === 'string' && code.endsWith('ERROR'))
  return [
    {
      traceId,
      id,
      parentId: toTextOrNull(parent) ?? toTextOrNull(readNestedFields(span, 'parentSpanContext')['spanId']),
      name: toTextOrNull(span['name']) ?? '',
      start: readStartTime(span),
      attributes: { ...resource, ...readAttributes(span['attributes']) },
      events: readRecordList(span['events']).map((event) => ({
        name: toTextOrNull(event['name']) ?? '',
        attributes: readAttributes(event['attributes']),
      })),
      failure: isFailed ? (findFirstText(status['message'], status['description']) ?? 'it failed') : null,
    },
  ]
}

function findFirstText(...values: readonly unknown[]): string | null {
  return values.map(toTextOrNull).find((value) => value !== null) ?? null
}

/** Attributes as an object; OTLP has them as a list of keys with typed values. */
function readAttributes(attributes: unknown): Fields {
  if (isRecord(attributes)) return attributes
  return Object.fromEntries(
    readRecordList(attributes).flatMap(({ key, value }) =>
      typeof key === 'string' ? [[key, readAttributeValue(value)]] : [],
    ),
  )
}

function readAttributeValue(value: unknown): unknown {
  if (!isRecord(value)) return value
  const [[kind, inner] = []] = Object.entries(value)
  switch (kind) {
    case 'intValue':
      return typeof inner === 'string' ? Number(inner) : inner
    case 'arrayValue':
      return isRecord(inner) ? readRecordList(inner['values']).map(readAttributeValue) : []
    case 'kvlistValue':
      return isRecord(inner) ? readAttributes(inner['values']) : {}
    default:
      return inner
  }
}

/** Nanoseconds, a pair of seconds and nanoseconds, or a date. */
function readStartTime(span: Fields): number | null {
  const nanos = span['startTimeUnixNano'] ?? span['start_time_unix_nano']
  if (typeof nanos === 'string' && /^\d{1,25}$/.test(nanos)) return Number(BigInt(nanos) / 1_000_000n)
  if (toNumberOrNull(nanos) !== null) return Math.floor(Number(nanos) / 1_000_000)
  const start = span['startTime'] ?? span['start_time'] ?? span['timestamp']
  if (Array.isArray(start)) {
    const [seconds, rest] = start.map(toNumberOrNull)
    return seconds === null || seconds === undefined
      ? null
      : seconds * 1000 + Math.floor((rest ?? 0) / 1_000_000)
  }
  const time = toTimeOrNull(start)
  // Numbers are microseconds or nanoseconds to some exporters.
  if (time === null || typeof start === 'string' || time < 100_000_000_000_000) return time
  return Math.floor(time > 100_000_000_000_000_000 ? time / 1_000_000 : time / 1000)
}
