/** An axis: its ends and the places that are lettered, all of them round figures. */
export type Scale = { readonly from: number; readonly to: number; readonly ticks: readonly number[] }

/** A scale that holds all values, with about `count` steps of 1, 2 or 5 times a power of ten. */
export function niceScale(values: readonly number[], count = 5): Scale {
  const low = Math.min(...values, Number.POSITIVE_INFINITY)
  const high = Math.max(...values, Number.NEGATIVE_INFINITY)
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { from: 0, to: 1, ticks: [0, 1] }
  const span = high - low || Math.abs(high) || 1
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step))
  return { from: round(first * step), to: round(last * step), ticks }
}

/** Takes away what binary fractions leave behind. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
