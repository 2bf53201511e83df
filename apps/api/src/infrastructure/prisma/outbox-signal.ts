import { Injectable } from '@nestjs/common';

/** Tells the relay of this process that events were committed. Only a hint: the sweep is the guarantee. */
@Injectable()
export class OutboxSignal {
  private readonly listeners = new Set<() => void>();

  /** Registers a listener and gives the function that takes it away. */
  onWake(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.listeners) listener();
  }
}
