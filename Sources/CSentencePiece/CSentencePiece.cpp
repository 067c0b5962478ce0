#include "CSentencePiece.h"
