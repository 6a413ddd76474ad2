import type { GuidePick, GuideQuestionId, guideAnswerIds } from '../../../../../shared/home/guide-types.ts'
import { picks, type PickName } from './guide-picks.ts'

/** What the guide knows of something that it can recommend. Figures are the provider design’s claims. */
export type GuideCandidate = {
  readonly pick: GuidePick
  /** The strictest answer that it still meets, by question. */
  readonly meets: {
    readonly budget: (typeof guideAnswerIds.budget)[number]
    readonly latency: (typeof guideAnswerIds.latency)[number]
    readonly loss: (typeof guideAnswerIds.loss)[number]
  }
  /** The least that has to be set up for it to run as described. */
  readonly effort: 'none' | 'presets' | 'some'
  /** Whether passes, and the treatment of single messages, can be set. */
  readonly hasPasses: boolean
  /** What it does about each question, as a sentence. */
  readonly says: Readonly<Record<GuideQuestionId, string>>
  /** What to know before relying on it. */
  readonly cautions: readonly string[]
  /** The same where the limit is 2 s. */
  readonly cautionsAt2s: readonly string[]
  /** Why someone would take it instead of another. */
  readonly merit: string
}

const nativeSays = {
  latency: 'One model call: 2 to 5 s claimed, less with a fast model.',
  loss: 'A summary of the whole keeps the thread and loses details.',
}

const nativeCaution =
  'Its stated 2 to 5 s are above 2 s: time it with your model before you rely on the limit.'

const smartConfig = 'It starts from a preset: every pass can be changed, with exceptions for single messages.'

const losslessSays = {
  budget: 'It calls no model: $0.',
  latency: 'It works on this machine: 200 to 500 ms are claimed.',
  config: 'It works without setup.',
}
const losslessCaution = '20 to 40 % reduction at best: a smaller target needs another provider after it.'

/** Everything that the questions can lead to, the plainest first. */
export const guideCandidates: Readonly<Partial<Record<PickName, GuideCandidate>>> = {
  native: {
    pick: picks.native,
    meets: { budget: 'open', latency: '2s', loss: '30%' },
    effort: 'none',
    hasPasses: false,
    says: {
      ...nativeSays,
      budget: 'With the model of the agent itself a call can cost up to $0.075.',
      config: 'It works without setup.',
    },
    cautions: [],
    cautionsAt2s: [nativeCaution],
    merit: 'The usual way: one summary, nothing to set up, 40 to 60 % reduction claimed.',
  },
  nativeProfile: {
    pick: picks.nativeProfile,
    meets: { budget: 'fraction', latency: '2s', loss: '30%' },
    effort: 'some',
    hasPasses: false,
    says: {
      ...nativeSays,
      budget: 'A cheap model for summaries brings a call to about $0.004 to $0.01.',
      config: 'One thing to set up: a profile with the condensing role.',
    },
    cautions: ['It needs a profile of a cheap model in the condensing role. Set one up under Models.'],
    cautionsAt2s: [nativeCaution],
    merit: 'Native at a tenth of the cost or less, once a cheap model has the condensing role.',
  },
  lossless: {
    pick: picks.lossless,
    meets: { budget: 'free', latency: '500ms', loss: '10%' },
    effort: 'none',
    hasPasses: false,
    says: {
      ...losslessSays,
      loss: 'Repeats become references, and only state that later messages replaced leaves the context.',
    },
    cautions: [losslessCaution],
    cautionsAt2s: [],
    merit: 'Free and nearly lossless, for 20 to 40 % reduction.',
  },
  losslessStrict: {
    pick: picks.losslessStrict,
    meets: { budget: 'free', latency: '500ms', loss: 'none' },
    effort: 'none',
    hasPasses: false,
    says: {
      ...losslessSays,
      loss: 'Nothing is lost: repeats become references, and the source can be restored from the result alone.',
    },
    cautions: [losslessCaution],
    cautionsAt2s: [],
    merit: 'Free and lossless: the source can be restored from the result alone.',
  },
  truncation: {
    pick: picks.truncation,
    meets: { budget: 'free', latency: '100ms', loss: '50%' },
    effort: 'none',
    hasPasses: false,
    says: {
      budget: 'It calls no model: $0.',
      latency: 'It only cuts: under 100 ms is claimed.',
      loss: 'Old tool results and parameters are cut, old environment details are dropped. What was said stays.',
      config: 'Its defaults work, and a few settings say what is cut.',
    },
    cautions: ['What is cut is gone from the context, whether it mattered or not.'],
    cautionsAt2s: [],
    merit: 'The fastest, free and repeatable: 51 % saved at the median of 16 real tasks.',
  },
  truncationBalanced: {
    pick: picks.truncationBalanced,
    meets: { budget: 'free', latency: '100ms', loss: '50%' },
    effort: 'presets',
    hasPasses: false,
    says: {
      budget: 'It calls no model: $0.',
      latency: 'It only cuts: under 100 ms is claimed.',
      loss: 'The gentlest cuts of its presets: 10 lines stay of a result, 200 characters of a parameter.',
      config: 'Choose the preset, and that is all.',
    },
    cautions: ['What is cut is gone from the context, whether it mattered or not.'],
    cautionsAt2s: [],
    merit: 'Truncation that leaves more of each result, free and under 100 ms.',
  },
  truncationSuppress: {
    pick: picks.truncationSuppress,
    meets: { budget: 'free', latency: '100ms', loss: 'any' },
    effort: 'presets',
    hasPasses: false,
    says: {
      budget: 'It calls no model: $0.',
      latency: 'It only removes: under 100 ms is claimed.',
      loss: 'Old tool results are removed completely, which you accept.',
      config: 'Choose the preset, and that is all.',
    },
    cautions: ['All that stays of an old tool result is a note that there was one.'],
    cautionsAt2s: [],
    merit: 'The largest reduction without a model.',
  },
  smartBalanced: {
    pick: picks.smartBalanced,
    meets: { budget: 'cents', latency: '10s', loss: '30%' },
    effort: 'presets',
    hasPasses: true,
    says: {
      budget: 'It calls a model only where cutting was not enough: $0.005 to $0.02.',
      latency: '1 to 4 s are claimed.',
      loss: 'Repeats go first, then results are cut or summarised, as far as the target needs.',
      config: smartConfig,
    },
    cautions: [],
    cautionsAt2s: [],
    merit: '70 to 80 % reduction at a fraction of what a summary of everything costs.',
  },
  smartConservative: {
    pick: picks.smartConservative,
    meets: { budget: 'cents', latency: '10s', loss: '10%' },
    effort: 'presets',
    hasPasses: true,
    says: {
      budget: 'Summaries of single parts: $0.02 to $0.05.',
      latency: '3 to 8 s are claimed.',
      loss: 'Tool results are summarised one by one, old talk only where that was not enough.',
      config: smartConfig,
    },
    cautions: [],
    cautionsAt2s: [],
    merit: 'Keeps the most at 60 to 70 % reduction.',
  },
  smartAggressive: {
    pick: picks.smartAggressive,
    meets: { budget: 'fraction', latency: '500ms', loss: '50%' },
    effort: 'presets',
    hasPasses: true,
    says: {
      budget: 'Its passes cut, and a model is called only as a last resort: $0 to $0.01.',
      latency: 'Under 500 ms is claimed, as long as no model is called.',
      loss: 'Old messages are cut hard, the latest stay.',
      config: smartConfig,
    },
    cautions: [],
    cautionsAt2s: [],
    merit: '85 to 95 % reduction at almost no cost.',
  },
  smartZones: {
    pick: picks.smartZones,
    meets: { budget: 'free', latency: '2s', loss: '50%' },
    effort: 'presets',
    hasPasses: true,
    says: {
      budget: 'No pass calls a model: $0.',
      latency: 'Its passes only cut, on this machine.',
      loss: 'The older a message, the more of its tool results is cut. What was said stays.',
      config: smartConfig,
    },
    cautions: ['No time is claimed for this preset: its passes are all mechanical.'],
    cautionsAt2s: [],
    merit: 'Long conversations fade with age instead of ending at an edge.',
  },
  losslessNative: {
    pick: picks.losslessNative,
    meets: { budget: 'cents', latency: '10s', loss: '10%' },
    effort: 'presets',
    hasPasses: false,
    says: {
      budget: 'The model reads what lossless has already shrunk, so its call costs less.',
      latency: 'Both in a row: up to 5.5 s by what is claimed of each.',
      loss: 'Nothing is lost as long as lossless reaches the target alone. Otherwise a summary is made.',
      config: 'Two stages in a row, without setup.',
    },
    cautions: ['Set a target: without one both stages run, even where lossless would have been enough.'],
    cautionsAt2s: [],
    merit: 'No loss where that is enough, a summary only where it is not.',
  },
  nativeExtractive: {
    pick: picks.nativeExtractive,
    meets: { budget: 'free', latency: '2s', loss: '50%' },
    effort: 'some',
    hasPasses: false,
    says: {
      budget: 'The built-in extractive model works on this machine: $0.',
      latency: 'It picks sentences instead of writing them, which takes well under 2 s.',
      loss: 'It keeps paths, errors, commands, decisions and constraints, and leaves out the rest.',
      config: 'The extractive model has to be chosen.',
    },
    cautions: ['Its summaries are picked sentences, not written text.'],
    cautionsAt2s: [],
    merit: 'A summary without paying for a model.',
  },
}
