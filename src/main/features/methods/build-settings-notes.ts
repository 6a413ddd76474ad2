import type { Warning } from '../../../shared/condense/outcome-types.ts'
import type { RunField, WhyNone } from '../../methods/reference-names/names.ts'
import type { TranslatedName } from '../../methods/reference-names/translate-settings.ts'

/** What a run does with what only a run can use. */
const runWords: Readonly<Record<RunField, string>> = {
  profileId: 'the profile of the run',
  targetTokens: 'the target of the run',
  autoCondense: 'whether a trigger condenses (`policy`: auto)',
  threshold: 'the threshold of a trigger (`policy`: threshold)',
  profileThresholds: 'the thresholds of profiles, for a trigger',
}

/** Sentences about names of the reference documents. `used` are the fields of the run that were taken over. */
export function buildSettingsNotes(
  names: readonly TranslatedName[],
  used: ReadonlySet<RunField> = new Set(),
): readonly Warning[] {
  return names.map((name) => ({ code: 'settings-translated', message: describeTranslatedName(name, used) }))
}

const reasons: Readonly<Record<WhyNone, string>> = {
  'always-so': 'there is nothing to switch, references are always reused',
  'by-the-key': 'nothing here depends on it',
  fixed: 'it is fixed here',
}

function describeTranslatedName(name: TranslatedName, used: ReadonlySet<RunField>): string {
  switch (name.code) {
    case 'translated':
      return `${name.from} was read as ${name.to.join(' and ')}.`
    case 'run': {
      const what = runWords[name.field]
      return used.has(name.field)
        ? `${name.from} was read as ${what}.`
        : `${name.from} is ${what}. It was not used here.`
    }
    case 'no-counterpart':
      return `${name.from} was left out: ${reasons[name.why]}.`
    case 'twice':
      return `${name.from} was left out: ${name.to} is there as well and says something else.`
  }
}
