import { assertNever } from '../kernel/assert-never.ts'
import type { Ban, Evidence, ProbeControl, ResumedStep, ResumeFinding } from '../kernel/evidence.ts'
import { computeMean } from '../kernel/numbers.ts'
import { computeProbeGrade } from './compute-probe-grade.ts'

type Of<K extends Evidence['kind']> = Extract<Evidence, { kind: K }>

/** What each control of the probes is called. */
export const probeControlLabels: Readonly<Record<ProbeControl['from'], string>> = {
  full: 'From the full history',
  nothing: 'From nothing',
}

/** Where the result of a step was found. */
export const stepResultWords: Readonly<Record<ResumedStep['result'], string>> = {
  continuation: 'result as recorded after the cut',
  history: 'result as recorded before the cut',
  none: 'not in the record, ends here',
}

/** `Reads src/a.ts again, which message #4 shows.` */
export function describeFinding(finding: ResumeFinding): string {
  switch (finding.kind) {
    case 're-read':
      return `Reads ${finding.path} again, although message #${finding.messageIndex} shows it.`
    case 'repeat':
      return `Repeats what message #${finding.messageIndex} did: ${finding.what}`
    case 'contradiction':
      return `Breaks a ban on ${finding.target}: “${finding.rule}”`
    default:
      return assertNever(finding)
  }
}

/** What was looked for as forbidden. */
export function describeBans(bans: readonly Ban[]): string {
  if (bans.length === 0) return 'The user forbids no command and no path by name, so no ban was checked.'
  return `Checked: ${bans.map(({ kind, target }) => (kind === 'command' ? `running ${target}` : `changes of ${target}`)).join(', ')}.`
}

/** `3.2 of 5, 4.8 from the full history, 0.0 from nothing`. */
export function describeProbes({ probes, controls }: Pick<Of<'probes'>, 'probes' | 'controls'>): string {
  const own = `${computeMean(probes.map(computeProbeGrade)).toFixed(1)} of 5`
  const others = controls.map(
    ({ from, grades }) => `${computeMean(grades).toFixed(1)} ${probeControlLabels[from].toLowerCase()}`,
  )
  return [own, ...others].join(', ')
}

/** A proposed action on one line: its tool and input, or what is said instead. */
export function formatAction({ tool, input, text }: ResumedStep['action']): string {
  return tool === null ? `no call: ${text}` : `${tool} ${input}`
}
