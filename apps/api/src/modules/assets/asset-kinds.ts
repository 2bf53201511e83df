import { DomainError, type AssetKind } from '@memory-hub/contracts';
import { Injectable } from '@nestjs/common';
import type { AssetKindStrategy } from './domain/asset-kind';

/** Kinds that this hub knows. Modules register theirs when they start. */
@Injectable()
export class AssetKinds {
  private readonly strategies = new Map<AssetKind, AssetKindStrategy>();

  register(strategy: AssetKindStrategy): void {
    if (this.strategies.has(strategy.kind)) throw new Error(`the kind ${strategy.kind} is registered twice`);
    this.strategies.set(strategy.kind, strategy);
  }

  of(kind: AssetKind): AssetKindStrategy {
    const strategy = this.strategies.get(kind);
    if (strategy === undefined) throw new DomainError('INTERNAL', `no strategy for the kind ${kind}`);
    return strategy;
  }
}
