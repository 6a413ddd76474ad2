import {
  type Answer,
  type AnswerArm,
  type ArmFigure,
  keptFigure,
} from '../../../../../shared/home/answer-types.ts'

const figure = (value: number): ArmFigure => ({ value, interval: null, tasks: 4, controls: {} })

/** An arm that saves and keeps so much. */
export function answerArm(
  id: string,
  savedPercent: number,
  kept: number,
  more: Partial<AnswerArm> = {},
): AnswerArm {
  return {
    id,
    label: id,
    source: null,
    certainty: null,
    isExtracted: false,
    savedPercent,
    savedInterval: [savedPercent - 5, savedPercent + 5],
    costUsdPerTask: -savedPercent / 10,
    costUsdMedian: -savedPercent / 10,
    isCostUneven: false,
    costedTasks: 4,
    figures: { 'continuation-recall': figure(kept), [keptFigure]: figure(kept) },
    tasks: { changed: 4, unchanged: 0, failed: 0, invalid: 0 },
    verdict: 'candidate',
    ...more,
  }
}

/** An answer over four tasks with the first of these arms recommended. */
export function answerWith(arms: readonly AnswerArm[], more: Partial<Answer> = {}): Answer {
  return {
    goal: 'balanced',
    tasks: 4,
    ofTasks: 4,
    tooShort: 0,
    copies: 0,
    unreadable: [],
    isSample: false,
    kept: keptFigure,
    arms: [...arms],
    naming: arms[0] === undefined ? { kind: 'none' } : { kind: 'named', id: arms[0].id },
    recommended: arms[0]?.id ?? null,
    worst: [],
    agents: [],
    happened: {
      condensations: 0,
      condensedTasks: 0,
      unexaminedTasks: 0,
      missing: 0,
      missingTokens: 0,
      missingUsd: null,
      isMissingUsdWhole: true,
      worst: [],
      fullest: [],
      triggers: [],
    },
    baselines: null,
    ...more,
  }
}
