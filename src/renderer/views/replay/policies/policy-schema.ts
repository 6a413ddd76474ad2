import { z } from 'zod'
import { replayPolicyFileSchema } from '../../../../shared/domain/replay-policy.ts'
import type { JsonValue } from '../../../components/schema-form/settings-value.ts'

/** The JSON Schema of a file of policies: the one that is published, without what a machine knows. */
export const policySchema: JsonValue = z
  .json()
  .parse(JSON.parse(JSON.stringify(z.toJSONSchema(replayPolicyFileSchema, { io: 'input' }))))
