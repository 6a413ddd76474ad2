import { definePreset } from './define-preset.ts'

/** Cline's truncation before its SDK. */
export const clineClassic = definePreset({
  id: 'cline-classic',
  label: 'Cline (classic)',
  description:
    'Repeated reads become notes. Where that is not enough, half of the messages after the first pair go.',
  settings: {
    estimator: 'chars-4',
    trigger: {
      terms: [
        { plus: -27_000, fromWindow: 64_000, toWindow: 64_000 },
        { plus: -30_000, fromWindow: 128_000, toWindow: 128_000 },
        { plus: -40_000, fromWindow: 200_000, toWindow: 200_000 },
        { share: 0.8 },
        { plus: -40_000, isFloor: true },
      ],
      counts: 'last-response',
    },
    outputs: { duplicateReads: true, enoughShare: 0.3 },
    keep: { rule: 'messages', share: 0.5, first: 2, inPairs: true },
    cut: { at: 'message' },
    summary: {
      kind: 'note',
      note: 'Earlier messages of this conversation were left out to free context; the first ones stay.',
    },
    layout: { leadIn: '' },
  },
  origin: {
    source: 'cline/cline before 791d238996, ContextManager.ts',
    version: '3',
    date: '2026-08',
    certainty: 'approximation',
    differs: 'Half of the messages goes also where three quarters would have.',
  },
})
