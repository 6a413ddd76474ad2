import type { SessionInput } from '../writing/session-writer.ts'

/** New ids in the form of OpenCode, by which it sorts: those of messages and parts rise, those of sessions fall. */
export type Ids = Readonly<{ session: () => string; message: () => string; part: () => string }>

/** Counts within a millisecond. */
const perMs = 0x1000n
/** So long before now the ids begin, so that what the agent adds comes behind them: enough for four million. */
const leadMs = 1000n

/** Makes ids of a time, a count and chance: twelve hexadecimal digits, then fourteen of any kind. */
export function createIds({ now, newUuid }: Pick<SessionInput, 'now' | 'newUuid'>): Ids {
  let count = (BigInt(now) - leadMs) * perMs
  const makeId = (prefix: string, value: bigint): string => {
    const time = BigInt.asUintN(48, value).toString(16).padStart(12, '0')
    return `${prefix}_${time}${newUuid().replaceAll('-', '').slice(-14)}`
  }
  return {
    session: () => makeId('ses', ~(BigInt(now) * perMs)),
    message: () => makeId('msg', (count += 1n)),
    part: () => makeId('prt', (count += 1n)),
  }
}
