import { z } from 'zod'

const modelInfoSchema = z.looseObject({
  modelInfo: z.union([
    z.looseObject({ id: z.string().min(1) }).transform((info) => info.id),
    z.looseObject({ modelId: z.string().min(1) }).transform((info) => info.modelId),
  ]),
})

/** The model that the last message with a `modelInfo` names (Cline and its SDK); null where none does. */
export function findMessageModel(messages: readonly unknown[]): string | null {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const parsed = modelInfoSchema.safeParse(messages[index])
    if (parsed.success) return parsed.data.modelInfo
  }
  return null
}
