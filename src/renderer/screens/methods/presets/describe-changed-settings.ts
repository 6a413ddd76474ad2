import type { JsonValue } from '../../../ui/components/schema-form/settings-value.ts'

/** Longest value in characters. Longer ones are cut. */
const longest = 24

/** What differs between two settings, one line a value: `toolResults.maxLines: 5 → 10`. */
export function describeChangedSettings(before: JsonValue, after: JsonValue): readonly string[] {
  return describeChanges([], before, after)
}

function describeChanges(
  path: readonly string[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): readonly string[] {
  if (isGroup(before) && isGroup(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...keys].flatMap((key) => describeChanges([...path, key], before[key], after[key]))
  }
  const [old, now] = [formatShortText(before), formatShortText(after)]
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [`${path.join('.')}: ${old} → ${now}`]
}

/** Lists are compared place by place, as objects are key by key. */
function isGroup(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null
}

function formatShortText(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
