/** True when arrays and objects nest more than `limit` levels deep. Walks without recursion. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    const below: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return false
}
