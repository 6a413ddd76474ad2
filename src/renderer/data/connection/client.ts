import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../../../shared/api/contract.ts'

/** The whole contract as functions, whatever carries it. */
export type Client = ContractRouterClient<Contract>
