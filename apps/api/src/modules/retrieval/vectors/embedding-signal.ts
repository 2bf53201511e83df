import { Injectable } from '@nestjs/common';

/** Tells the embedding pump of this process that chunks wait. Only a hint: the pump also looks on its own. */
@Injectable()
export class EmbeddingSignal {
  private listener: (() => void) | null = null;

  onWake(listener: () => void): void {
    this.listener = listener;
  }

  wake(): void {
    this.listener?.();
  }
}
