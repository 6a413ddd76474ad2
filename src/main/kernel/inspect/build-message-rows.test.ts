import { expect, it } from 'vitest'
import { messageSchema } from '../../../shared/kernel/message.ts'
import { messageRowSchema } from '../../../shared/library/inspection-types.ts'
import { buildEffectiveHistory } from '../history/build-effective-history.ts'
import { buildMessageRows } from './build-message-rows.ts'

it('gives a row no time where the file has something that is none', () => {
  const text =
    '[{"role":"user","content":"a","ts":"noon"},{"role":"user","content":"b","ts":1e999},{"role":"user","content":"c","ts":5}]'
  const values: readonly unknown[] = JSON.parse(text)
  const messages = values.map((value) => messageSchema.parse(value))
  const rows = buildMessageRows(messages, buildEffectiveHistory(messages, null))
  expect(rows.map((row) => row.ts)).toEqual([null, null, 5])
  expect(rows.every((row) => messageRowSchema.safeParse(row).success)).toBe(true)
})
