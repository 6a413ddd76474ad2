import { z } from 'zod'

/** Tasks that the record of a task names as its own relations, by the ids that the agent gave them. */
export const taskRelationsSchema = z.object({
  /** The task that had this one done; null where the record names none. */
  parentId: z.string().nullable(),
  /** Tasks that this one had done, in the order in which they were begun. */
  childIds: z.array(z.string()),
})
export type TaskRelations = Readonly<z.infer<typeof taskRelationsSchema>>

/** Another task that a record names. */
export const relatedTaskSchema = z.object({
  /** As the agent calls it, which is the name of its folder. */
  id: z.string(),
  /** As it is listed in the Library; null where it is not. */
  taskId: z.string().nullable(),
  /** Null where it is not listed. */
  title: z.string().nullable(),
})
export type RelatedTask = Readonly<z.infer<typeof relatedTaskSchema>>
