import type {
  comparedProviderIds,
  GuideClaim,
  GuideMatrixGroup,
  GuideMatrixRow,
} from '../../../shared/domain/guide.ts'
import type { ProviderCapabilities } from '../../../shared/domain/provider.ts'
import { losslessProvider } from '../providers/lossless/lossless.ts'
import { nativeProvider } from '../providers/native/native.ts'
import { smartProvider } from '../providers/smart/smart.ts'
import { truncationProvider } from '../providers/truncation/truncation.ts'

const yes: GuideClaim = { mark: 'yes', text: '' }
const no: GuideClaim = { mark: 'no', text: '' }
const yesWith = (text: string): GuideClaim => ({ mark: 'yes', text })
const partly = (text: string): GuideClaim => ({ mark: 'partly', text })
const words = (text: string): GuideClaim => ({ mark: null, text })

type Claims = readonly [native: GuideClaim, lossless: GuideClaim, truncation: GuideClaim, smart: GuideClaim]

function row(
  id: string,
  label: string,
  [native, lossless, truncation, smart]: Claims,
  measured: GuideMatrixRow['measured'] = null,
): GuideMatrixRow {
  return { id, label, claims: { native, lossless, truncation, smart }, measured }
}

type ComparedId = (typeof comparedProviderIds)[number]

const capabilities: Readonly<Record<ComparedId, ProviderCapabilities>> = {
  native: nativeProvider.capabilities,
  lossless: losslessProvider.capabilities,
  truncation: truncationProvider.capabilities,
  smart: smartProvider.capabilities,
}

/** A row of what the providers say of themselves; `notes` qualify the yes of one. */
function ability(
  id: string,
  label: string,
  capability: Exclude<keyof ProviderCapabilities, 'speed'>,
  notes: Readonly<Partial<Record<ComparedId, string>>> = {},
): GuideMatrixRow {
  const claim = (of: ComparedId): GuideClaim => (capabilities[of][capability] ? yesWith(notes[of] ?? '') : no)
  return row(id, label, [claim('native'), claim('lossless'), claim('truncation'), claim('smart')])
}

/** What the provider design claims of its four providers; figures are its own, measured by nobody. */
export const guideMatrix: readonly GuideMatrixGroup[] = [
  {
    label: 'Speed',
    rows: [
      row(
        'speed',
        'Time of a run',
        [words('2–5 s'), words('200–500 ms'), words('under 100 ms'), words('100 ms–8 s')],
        'duration',
      ),
      row('computation', 'Computation', [
        words('high: a model'),
        words('low, local'),
        words('very low, local'),
        words('depends on the passes'),
      ]),
      ability('parallel', 'Works in parallel', 'parallel', { smart: 'individual mode' }),
    ],
  },
  {
    label: 'Effect',
    rows: [
      row(
        'reduction',
        'Tokens saved',
        [words('40–60 %'), words('20–40 %'), words('3–76 % measured, median 51 %'), words('50–90 %')],
        'reduction',
      ),
      row('loss', 'Information lost', [words('some'), words('none'), words('much'), words('as configured')]),
      row('deterministic', 'Deterministic', [no, yes, yes, partly('without a model')]),
      row('repeatable', 'Repeatable', [words('hardly'), words('well'), words('well'), words('fairly')]),
    ],
  },
  {
    label: 'Cost',
    rows: [
      row(
        'cost',
        'Cost of a run',
        [words('$0.001–0.075'), words('$0'), words('$0'), words('$0–0.05')],
        'cost',
      ),
      row('tunable', 'Cost can be tuned', [
        yesWith('by profile'),
        words('nothing to tune'),
        words('nothing to tune'),
        yesWith('by profile and passes'),
      ]),
      row('free', 'Works at $0', [no, yes, yes, yesWith('depends on the passes')]),
    ],
  },
  {
    label: 'Configuration',
    rows: [
      row('setup', 'Effort', [words('low'), words('low'), words('medium'), words('very high')]),
      ability('profiles', 'Model profiles', 'usesModel'),
      ability('passes', 'Several passes', 'multiPass'),
      row('control', 'Control in detail', [no, no, partly('by kind of content'), yes]),
    ],
  },
  {
    label: 'Abilities',
    rows: [
      ability('lossless', 'Without loss', 'lossless', { smart: 'as an option' }),
      ability('summaries', 'Summaries by a model', 'usesModel', { smart: 'as an option' }),
      row('batch', 'Batch mode', [yes, no, no, yes]),
      row('individual', 'Message by message', [no, yes, yes, yes]),
      ability('fallback', 'Falls back', 'fallback', { lossless: 'to Native', smart: 'over several levels' }),
    ],
  },
  {
    label: 'Use',
    rows: [
      row('users', 'Best for', [
        words('most people'),
        words('the highest fidelity'),
        words('speed and budget'),
        words('people who tune'),
      ]),
      row('case', 'Typical case', [
        words('the default, simple'),
        words('nothing may be lost'),
        words('a quick reduction'),
        words('custom workflows'),
      ]),
      row('growth', 'Room to grow', [words('little'), words('little'), words('some'), words('much')]),
    ],
  },
]
