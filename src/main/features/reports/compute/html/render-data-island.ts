import { z } from 'zod'
import type { Markup } from '../../../../../shared/document/chart-block.ts'
import { figuresVersion } from '../../../../../shared/experiments/experiment-results-types.ts'
import { formatIssueSentence } from '../../../../../shared/kernel/describe-issue.ts'
import { parseJson } from '../../../../../shared/kernel/json-values.ts'
import { escapeControls } from '../../../../../shared/kernel/show-controls.ts'
import { reportDataSchema, reportLayout, type ReportData } from '../document/report-input.ts'
import { leaveOutRetired } from '../leave-out-retired.ts'
import { trustMarkup } from './markup.ts'

const opening = '<script type="application/json" id="dewpoint-data">'
const closing = '</script>'

/** What a report holds of its data: as JSON in which nothing can end its element. */
export function renderDataIsland(data: ReportData): Markup {
  const text = escapeControls(JSON.stringify(reportDataSchema.parse(data))).replaceAll(
    /[<>&]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return trustMarkup(`${opening}${text}${closing}`)
}

/** The data of a report, or a sentence that says why there are none. */
export function readDataIsland(
  report: string,
): { readonly ok: true; readonly data: ReportData } | { readonly ok: false; readonly message: string } {
  // Texts before it are escaped, so the first one is the report's own.
  const start = report.indexOf(opening)
  if (start < 0) return { ok: false, message: 'This is no report of Dewpoint: it holds no data.' }
  const end = report.indexOf(closing, start)
  if (end < 0) return { ok: false, message: 'This report is cut off: its data have no end.' }
  try {
    const value = parseJson(report.slice(start + opening.length, end))
    const parsed = reportDataSchema.safeParse(withoutRetired(value))
    if (parsed.success) return { ok: true, data: parsed.data }
    const newer = explainNewerData(value)
    if (newer !== '') return { ok: false, message: newer }
    const [issue] = parsed.error.issues
    return {
      ok: false,
      message: `The data of this report are damaged at ${issue?.path.join('.') ?? ''}: ${issue === undefined ? '' : formatIssueSentence(issue)}`,
    }
  } catch {
    return { ok: false, message: 'The data of this report are damaged: they are no JSON.' }
  }
}

const islandSchema = z.looseObject({ experiment: z.unknown() })

function withoutRetired(value: unknown): unknown {
  const { success, data } = islandSchema.safeParse(value)
  return success ? { ...data, experiment: leaveOutRetired(data.experiment) } : value
}

const versionsSchema = z.object({
  layout: z.int().optional(),
  figuresVersion: z.int().optional(),
  experiment: z.object({ version: z.int().optional(), writtenBy: z.string().optional() }).optional(),
})

/** Why figures by other rules than those of today cannot be computed again; empty where they are of today. */
export function explainOlderFigures({ figuresVersion: figures, experiment }: ReportData): string {
  return figures === figuresVersion
    ? ''
    : `The figures of this report go by earlier rules, which are gone. Verify it with the Dewpoint that wrote it (${experiment.writtenBy.slice(0, 40)}).`
}

/** Why data are those of a newer Dewpoint, and what to do; empty where they are not. */
export function explainNewerData(value: unknown): string {
  const { success, data } = versionsSchema.safeParse(value)
  if (!success) return ''
  const { layout = 0, figuresVersion: figures = 0, experiment } = data
  const isNewer = layout > reportLayout || figures > figuresVersion || (experiment?.version ?? 1) > 1
  const writer = experiment?.writtenBy === undefined ? '' : ` (${experiment.writtenBy.slice(0, 40)})`
  return isNewer ? `This report was made by a newer Dewpoint${writer}. Update Dewpoint to read it.` : ''
}
