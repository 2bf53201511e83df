export { EMBEDDER, LANGUAGE_MODEL, ModelsModule } from './models.module';
