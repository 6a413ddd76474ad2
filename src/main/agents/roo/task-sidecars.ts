import { z } from 'zod'
import type { TaskRelations } from '../../../shared/library/task-types.ts'
import { normaliseWorkspacePath } from '../details/normalise-workspace-path.ts'

const text = z.string().min(1).nullish().catch(null)
const range = z.tuple([z.number().int().min(0), z.number().int().min(0)])

/** `history_item.json` of Roo and its relatives, and the same record as Cline writes it. */
const historyItemSchema = z.object({
  task: text,
  ts: z.number().nullish().catch(null),
  workspace: text,
  cwdOnTaskInitialization: text,
  modelId: text,
  conversationHistoryDeletedRange: range.nullish().catch(null),
  id: text,
  parentTaskId: text,
  childIds: z.array(text).nullish().catch(null),
  delegatedToId: text,
  awaitingChildId: text,
  completedByChildId: text,
})

const taskMetadataSchema = z.object({
  title: text,
  workspace: text,
  model_usage: z
    .array(z.object({ model_id: text }).catch({ model_id: null }))
    .nullish()
    .catch(null),
})

/** What the small files beside a history say; everything may be missing. */
export type Sidecars = Readonly<{
  title: string | null
  workspace: string | null
  model: string | null
  ts: number | null
  deletedRange: readonly [number, number] | null
  relations: TaskRelations
}>

/** Joins the parsed `history_item.json` and `task_metadata.json`; the first of them that knows wins. */
export function readSidecars(historyItem: unknown, taskMetadata: unknown): Sidecars {
  const item = historyItemSchema.safeParse(historyItem).data
  const metadata = taskMetadataSchema.safeParse(taskMetadata).data
  const workspace = item?.workspace ?? item?.cwdOnTaskInitialization ?? metadata?.workspace
  return {
    title: item?.task ?? metadata?.title ?? null,
    workspace: workspace == null ? null : normaliseWorkspacePath(workspace),
    model: metadata?.model_usage?.at(-1)?.model_id ?? item?.modelId ?? null,
    ts: item?.ts ?? null,
    deletedRange: item?.conversationHistoryDeletedRange ?? null,
    relations: readTaskRelations(item),
  }
}

/** Roo and its relatives; a task is no relations of itself, whatever a damaged record says. */
function readTaskRelations(item: z.infer<typeof historyItemSchema> | undefined): TaskRelations {
  const { id, parentTaskId, childIds, delegatedToId, awaitingChildId, completedByChildId } = item ?? {}
  const isOther = (other: string | null | undefined): other is string => other != null && other !== id
  const children = [...(childIds ?? []), completedByChildId, delegatedToId, awaitingChildId]
  return {
    parentId: isOther(parentTaskId) ? parentTaskId : null,
    childIds: [...new Set(children.filter(isOther))],
  }
}
