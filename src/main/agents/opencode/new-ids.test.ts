import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createIds } from './new-ids.ts'

it('gives ids that rise from one to the next and stay below those of now', () => {
  const now = 1_795_351_777_676
  const ids = createIds({ now, newUuid: randomUUID })
  const made = Array.from({ length: 9000 }, () => ids.message())
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
  const ofNow = `msg_${BigInt.asUintN(48, BigInt(now) * 0x1000n)
    .toString(16)
    .padStart(12, '0')}`
  expect(made.every((id) => id < ofNow && /^msg_[0-9a-f]{26}$/.test(id))).toBe(true)
})

it('gives sessions ids that fall with time', () => {
  const at = (now: number): string => createIds({ now, newUuid: randomUUID }).session()
  expect(at(1_795_351_777_677) < at(1_795_351_777_676)).toBe(true)
  expect(at(1)).toMatch(/^ses_[0-9a-f]{26}$/)
})
