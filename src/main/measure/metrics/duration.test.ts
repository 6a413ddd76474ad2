import { expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { end } from '../../kernel/testing/small-histories.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { duration } from './duration.ts'

it('comes with the passes, the models and the counting that it went to', () => {
  const subject = createKeptSubject(conversationFor([end]), [0])
  const split = {
    passes: [{ label: 'Summary', durationMs: 900 }],
    timeMs: { model: 800, counting: 100 },
  }
  expect(duration.measure({ ...subject, ...split })?.evidence).toEqual({
    kind: 'measured',
    split: [
      { label: 'Pass: Summary', value: 900 },
      { label: 'Waiting for models', value: 800 },
      { label: 'Counting tokens', value: 100 },
    ],
  })
  expect(duration.measure(subject)?.evidence).toEqual({ kind: 'measured', split: [] })
})
