import { z } from 'zod'
import { isRecord } from '../json/fields.ts'

const modelInfoSchema = z.looseObject({
  modelInfo: z.union([
    z.looseObject({ id: z.string().min(1) }).transform((info) => info.id),
    z.looseObject({ modelId: z.string().min(1) }).transform((info) => info.modelId),
  ]),
})

/** The model that the last message with a `modelInfo` names (Cline and its SDK); null where none does. */
export function findMessageModel(messages: readonly unknown[]): string | null {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index]
    // To say why each of a million messages does not fit takes longer than to read them.
    if (!isRecord(message) || !('modelInfo' in message)) continue
    const parsed = modelInfoSchema.safeParse(message)
    if (parsed.success) return parsed.data.modelInfo
  }
  return null
}
