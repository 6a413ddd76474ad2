import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { metricUnits } from '../../src/shared/activity/quality-types.ts'
import { experimentExportSchema } from '../../src/shared/experiments/experiment-types.ts'

const cellsSchema = z.object({
  methods: z.array(z.string()),
  figures: z.array(
    z.object({ id: z.string(), unit: z.enum(metricUnits), direction: z.enum(['higher', 'lower']) }),
  ),
  /** Tasks and workspaces by number; values by figure, then by method, null where there is none. */
  cuts: z.array(
    z.object({
      task: z.int(),
      workspace: z.int(),
      values: z.array(z.array(z.number().nullable())),
    }),
  ),
})

/** What methods came to at cuts of real histories, figure by figure: the population that intervals are tried on. */
export type RealCells = Readonly<z.infer<typeof cellsSchema>>

/** Where `npm run statistics -- --cells <experiment.json>` writes the numbers of an exported experiment. */
export const cellsFile = join(import.meta.dirname, 'cells.json')

/** The committed numbers. */
export function readRealCells(): RealCells {
  return cellsSchema.parse(JSON.parse(readFileSync(cellsFile, 'utf8')))
}

/** Figures that intervals are shown of, a kind of values each. */
const figureIds: readonly string[] = [
  'kept-at-equal-size',
  'values-kept',
  'errors-kept',
  'knows-done',
  're-read-tokens',
  'reduction',
  'tokens',
  'change-of-bill',
  're-read-usd',
]

/** Of a smaller history nobody asks what condensing does. */
const fewestTokens = 10_000

/** The numbers of an exported experiment, without a word of the histories. */
export function extractCells(exported: string): RealCells {
  const { plan, cells } = experimentExportSchema.parse(JSON.parse(exported))
  const checkpoints = plan.checkpoints.filter(({ tokens }) => tokens >= fewestTokens)
  const [tasks, workspaces] = [new Map<string, number>(), new Map<string, number>()]
  const findNumber = (numbers: Map<string, number>, name: string): number => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  }
  const methods = plan.variants.map(({ id }) => id)
  const figures = figureIds.flatMap((id) => plan.metrics.find((metric) => metric.id === id) ?? [])
  const values = new Map(cells.map((cell) => [`${cell.checkpointId} ${cell.variantId}`, cell.values]))
  return {
    methods,
    figures: figures.map(({ id, unit, direction }) => ({ id, unit, direction })),
    cuts: checkpoints.map(({ id, taskId, workspace }) => ({
      task: findNumber(tasks, taskId),
      workspace: findNumber(workspaces, workspace ?? `task ${taskId}`),
      values: figures.map((figure) =>
        methods.map((method) => {
          const value = values.get(`${id} ${method}`)?.[figure.id]
          return value == null ? null : Number(value.toPrecision(4))
        }),
      ),
    })),
  }
}

/** As a file, a cut a line. */
export function formatCells({ cuts, ...rest }: RealCells): string {
  const lines = cuts.map((cut) => JSON.stringify(cut)).join(',\n')
  return `${JSON.stringify(rest).slice(0, -1)},"cuts":[\n${lines}\n]}\n`
}
