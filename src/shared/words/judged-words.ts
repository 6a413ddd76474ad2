import type { Ban, Evidence, ProbeControl, ResumedStep, ResumeFinding } from '../domain/evidence.ts'
import { assertNever } from '../lib/assert-never.ts'
import { gradeOfProbe } from '../lib/grade-of-probe.ts'
import { mean } from '../lib/numbers.ts'

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
export function findingText(finding: ResumeFinding): string {
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
export function bansText(bans: readonly Ban[]): string {
  if (bans.length === 0) return 'The user forbids no command and no path by name, so no ban was checked.'
  return `Checked: ${bans.map(({ kind, target }) => (kind === 'command' ? `running ${target}` : `changes of ${target}`)).join(', ')}.`
}

/** `3.2 of 5, 4.8 from the full history, 0.0 from nothing`. */
export function probesText({ probes, controls }: Pick<Of<'probes'>, 'probes' | 'controls'>): string {
  const own = `${mean(probes.map(gradeOfProbe)).toFixed(1)} of 5`
  const others = controls.map(
    ({ from, grades }) => `${mean(grades).toFixed(1)} ${probeControlLabels[from].toLowerCase()}`,
  )
  return [own, ...others].join(', ')
}

/** Evidence of metrics that ask a model, a line each; none for other kinds. */
export function judgedLines(evidence: Evidence): string[] {
  switch (evidence.kind) {
    case 'probes':
      return [
        probesText(evidence),
        ...evidence.probes.map(
          (probe) => `${gradeOfProbe(probe).toFixed(1)} ${probe.question} ${probe.answer}`,
        ),
      ]
    case 'resume':
      return [
        ...stepLines('full', evidence.full),
        ...stepLines('condensed', evidence.condensed),
        bansText(evidence.bans),
      ]
    default:
      return []
  }
}

function stepLines(from: 'full' | 'condensed', steps: readonly ResumedStep[]): string[] {
  return steps.map(({ action, result, findings }, index) =>
    [
      `${from} ${index + 1}: ${actionText(action)} (${stepResultWords[result]})`,
      ...findings.map(findingText),
    ].join(' '),
  )
}

/** A proposed action on one line: its tool and input, or what is said instead. */
export function actionText({ tool, input, text }: ResumedStep['action']): string {
  return tool === null ? `no call: ${text}` : `${tool} ${input}`
}
