import type {
  comparedProviderIds,
  GuideClaim,
  GuideMatrixGroup,
  GuideMatrixRow,
} from '../../../../../shared/home/guide-types.ts'
import type { ProviderCapabilities } from '../../../../../shared/methods/provider-types.ts'
import { losslessMethod } from '../../../../methods/own/lossless/lossless.ts'
import { nativeMethod } from '../../../../methods/own/native/native.ts'
import { smartMethod } from '../../../../methods/own/smart/smart.ts'
import { truncationMethod } from '../../../../methods/own/truncation/truncation.ts'

const yes: GuideClaim = { mark: 'yes', text: '' }
const no: GuideClaim = { mark: 'no', text: '' }
const makeYesClaim = (text: string): GuideClaim => ({ mark: 'yes', text })
const makePartlyClaim = (text: string): GuideClaim => ({ mark: 'partly', text })
const makeWordsClaim = (text: string): GuideClaim => ({ mark: null, text })

type Claims = readonly [native: GuideClaim, lossless: GuideClaim, truncation: GuideClaim, smart: GuideClaim]

function makeMatrixRow(
  id: string,
  label: string,
  [native, lossless, truncation, smart]: Claims,
  measured: GuideMatrixRow['measured'] = null,
): GuideMatrixRow {
  return { id, label, claims: { native, lossless, truncation, smart }, measured }
}

type ComparedId = (typeof comparedProviderIds)[number]

const capabilities: Readonly<Record<ComparedId, ProviderCapabilities>> = {
  native: nativeMethod.capabilities,
  lossless: losslessMethod.capabilities,
  truncation: truncationMethod.capabilities,
  smart: smartMethod.capabilities,
}

/** A row of what the providers say of themselves; `notes` qualify the yes of one. */
function makeCapabilityRow(
  id: string,
  label: string,
  capability: Exclude<keyof ProviderCapabilities, 'speed'>,
  notes: Readonly<Partial<Record<ComparedId, string>>> = {},
): GuideMatrixRow {
  const makeCapabilityClaim = (of: ComparedId): GuideClaim =>
    capabilities[of][capability] ? makeYesClaim(notes[of] ?? '') : no
  return makeMatrixRow(id, label, [
    makeCapabilityClaim('native'),
    makeCapabilityClaim('lossless'),
    makeCapabilityClaim('truncation'),
    makeCapabilityClaim('smart'),
  ])
}

/** What the provider design claims of its four providers; figures are its own, measured by nobody. */
export const guideMatrix: readonly GuideMatrixGroup[] = [
  {
    label: 'Speed',
    rows: [
      makeMatrixRow(
        'speed',
        'Time of a run',
        [
          makeWordsClaim('2–5 s'),
          makeWordsClaim('200–500 ms'),
          makeWordsClaim('under 100 ms'),
          makeWordsClaim('100 ms–8 s'),
        ],
        'duration',
      ),
      makeMatrixRow('computation', 'Computation', [
        makeWordsClaim('high: a model'),
        makeWordsClaim('low, local'),
        makeWordsClaim('very low, local'),
        makeWordsClaim('depends on the passes'),
      ]),
      makeCapabilityRow('parallel', 'Works in parallel', 'parallel', { smart: 'individual mode' }),
    ],
  },
  {
    label: 'Effect',
    rows: [
      makeMatrixRow(
        'reduction',
        'Tokens saved',
        [
          makeWordsClaim('40–60 %'),
          makeWordsClaim('20–40 %'),
          makeWordsClaim('3–76 % measured, median 51 %'),
          makeWordsClaim('50–90 %'),
        ],
        'reduction',
      ),
      makeMatrixRow('loss', 'Information lost', [
        makeWordsClaim('some'),
        makeWordsClaim('none'),
        makeWordsClaim('much'),
        makeWordsClaim('as configured'),
      ]),
      makeMatrixRow('deterministic', 'Deterministic', [no, yes, yes, makePartlyClaim('without a model')]),
      makeMatrixRow('repeatable', 'Repeatable', [
        makeWordsClaim('hardly'),
        makeWordsClaim('well'),
        makeWordsClaim('well'),
        makeWordsClaim('fairly'),
      ]),
    ],
  },
  {
    label: 'Cost',
    rows: [
      makeMatrixRow(
        'cost',
        'Cost of a run',
        [
          makeWordsClaim('$0.001–0.075'),
          makeWordsClaim('$0'),
          makeWordsClaim('$0'),
          makeWordsClaim('$0–0.05'),
        ],
        'cost',
      ),
      makeMatrixRow('tunable', 'Cost can be tuned', [
        makeYesClaim('by profile'),
        makeWordsClaim('nothing to tune'),
        makeWordsClaim('nothing to tune'),
        makeYesClaim('by profile and passes'),
      ]),
      makeMatrixRow('free', 'Works at $0', [no, yes, yes, makeYesClaim('depends on the passes')]),
    ],
  },
  {
    label: 'Configuration',
    rows: [
      makeMatrixRow('setup', 'Effort', [
        makeWordsClaim('low'),
        makeWordsClaim('low'),
        makeWordsClaim('medium'),
        makeWordsClaim('very high'),
      ]),
      makeCapabilityRow('profiles', 'Model profiles', 'usesModel'),
      makeCapabilityRow('passes', 'Several passes', 'multiPass'),
      makeMatrixRow('control', 'Control in detail', [no, no, makePartlyClaim('by kind of content'), yes]),
    ],
  },
  {
    label: 'Abilities',
    rows: [
      makeCapabilityRow('lossless', 'Without loss', 'lossless', { smart: 'as an option' }),
      makeCapabilityRow('summaries', 'Summaries by a model', 'usesModel', { smart: 'as an option' }),
      makeMatrixRow('batch', 'Batch mode', [yes, no, no, yes]),
      makeMatrixRow('individual', 'Message by message', [no, yes, yes, yes]),
      makeCapabilityRow('fallback', 'Falls back', 'fallback', {
        lossless: 'to Native',
        smart: 'over several levels',
      }),
    ],
  },
  {
    label: 'Use',
    rows: [
      makeMatrixRow('users', 'Best for', [
        makeWordsClaim('most people'),
        makeWordsClaim('the highest fidelity'),
        makeWordsClaim('speed and budget'),
        makeWordsClaim('people who tune'),
      ]),
      makeMatrixRow('case', 'Typical case', [
        makeWordsClaim('the default, simple'),
        makeWordsClaim('nothing may be lost'),
        makeWordsClaim('a quick reduction'),
        makeWordsClaim('custom workflows'),
      ]),
      makeMatrixRow('growth', 'Room to grow', [
        makeWordsClaim('little'),
        makeWordsClaim('little'),
        makeWordsClaim('some'),
        makeWordsClaim('much'),
      ]),
    ],
  },
]
