import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import type { AssertionResult } from '../../../../shared/experiments/experiment-results-types.ts'
import type { GateCheck, GateResult } from '../../../../shared/gate/gate-types.ts'
import {
  describeCell,
  describeCheck,
  describeSubject,
  formatCheckValue,
  gateStateWords,
} from '../../../../shared/gate/gate-words.ts'
import { plantedKinds } from '../../../../shared/planted/planted-types.ts'

/** `gate`: the verdict, why, a table of all checks, and the items that were lost; no verdict on the first baseline. */
export function buildGate(result: GateResult, isBaseline = false): readonly Block[] {
  const { state, reasons, compactor, cells } = result
  const lost = cells.flatMap((cell) => cell.lost.map((item) => ({ cell, item })))
  return [
    ...(isBaseline && state === 'not-run'
      ? [buildText(`The baseline from now on: ${compactor}.`)]
      : [buildText(`${gateStateWords[state]}: ${compactor}.`, reasons)]),
    ...(cells.length === 0
      ? []
      : [
          buildTable(
            ['histories', ...alignRight('tokens', 'all', plantedKinds)],
            cells.map((cell) => [
              describeCell(cell),
              ...(['size', 'all', ...plantedKinds] as const).map((subject) =>
                formatCheck(cell.checks.find((check) => check.subject === subject)),
              ),
            ]),
          ),
          buildText(
            'What is there of planted items at the end, with that of the baseline in brackets. ▼ is worse.',
          ),
        ]),
    ...(lost.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Lost since the baseline' } as const,
          buildTable(
            ['history', 'kind', 'item', 'true is', 'now'],
            lost.map(({ cell, item }) => [
              `${item.history}, ${describeCell(cell)}`,
              item.kind,
              item.question,
              item.truth,
              item.now,
            ]),
          ),
        ]),
  ]
}

function formatCheck(check: GateCheck | undefined): string {
  if (check === undefined) return '–'
  const { state, before, after } = check
  const now = formatCheckValue(check, after)
  const was = before === null || before === after ? '' : ` (${formatCheckValue(check, before)})`
  return `${state === 'worse' ? '▼ ' : ''}${now}${was}`
}

/** Each check as a test case, and one for what no check says: why nothing could be tried, or results were refused. */
export function listAssertions({ state, reasons, cells, compactor }: GateResult): readonly AssertionResult[] {
  const all = cells.flatMap((cell) =>
    cell.checks.map((check): AssertionResult => ({
      metric: describeSubject(check.subject),
      variant: describeCell(cell),
      expected: 'no worse than the baseline',
      value: check.after,
      ok: check.state === 'no-worse',
      state: check.state === 'no-worse' ? 'ok' : check.state === 'worse' ? 'failed' : 'inconclusive',
      message: check.state === 'no-worse' ? '' : describeCheck(cell, check),
    })),
  )
  const said = new Set(all.map(({ message }) => message))
  const others = reasons.filter((reason) => !said.has(reason))
  if (others.length === 0) return all
  return [
    ...all,
    {
      metric: 'the gate',
      variant: compactor,
      expected: 'no worse than the baseline',
      value: null,
      ok: false,
      state: state === 'worse' ? 'failed' : 'inconclusive',
      message: others.join(' '),
    },
  ]
}
